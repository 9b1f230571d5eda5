/* Preloaded: below the folder CASELESS names that differ in their capitals alone are one name, as on the disks
 * of other systems. A step of a path that is not there is looked for among its neighbours.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int there(const char *path) {
    struct stat found;
    return !REAL(lstat)(path, &found);
}

/* Write the path of what is meant to `out`; return it, or the path as it came where nothing is to be done. */
static const char *meant(int folder, const char *path, char *out) {
    const char *root = getenv("CASELESS");
    int kept = errno;
    char whole[PATH_MAX];
    if (!root || !path || !*path) return path;
    if (*path == '/') {
        snprintf(whole, sizeof whole, "%s", path);
    } else {
        char name[64], base[PATH_MAX];
        if (folder == AT_FDCWD) {
            if (!getcwd(base, sizeof base)) return path;
        } else {
            snprintf(name, sizeof name, "/proc/self/fd/%d", folder);
            ssize_t n = readlink(name, base, sizeof base - 1);
            if (n < 0) { errno = kept; return path; }
            base[n] = 0;
        }
        if (snprintf(whole, sizeof whole, "%s/%s", base, path) >= (int)sizeof whole) return path;
    }
    size_t size = strlen(root);
    errno = kept;
    if (strncmp(whole, root, size) || whole[size] != '/') return path;
    snprintf(out, PATH_MAX, "%s", root);
    for (char *rest = whole + size + 1, *step; (step = strsep(&rest, "/"));) {
        if (!*step) continue;
        char next[PATH_MAX];
        if (snprintf(next, sizeof next, "%s/%s", out, step) >= (int)sizeof next) return path;
        if (!there(next)) {
            DIR *here = REAL(opendir)(out);
            for (struct dirent *one; here && (one = readdir(here));)
                if (!strcasecmp(one->d_name, step)) snprintf(next, sizeof next, "%s/%s", out, one->d_name);
            if (here) closedir(here);
        }
        snprintf(out, PATH_MAX, "%s", next);
    }
    errno = kept;
    return out;
}

#define OPENS(name)                                                          \
    int name(const char *path, int flags, ...) {                             \
        char out[PATH_MAX];                                                  \
        va_list more;                                                        \
        va_start(more, flags);                                               \
        mode_t mode = va_arg(more, mode_t);                                  \
        va_end(more);                                                        \
        return REAL(name)(meant(AT_FDCWD, path, out), flags, mode);          \
    }
#define OPENS_AT(name)                                                       \
    int name(int folder, const char *path, int flags, ...) {                 \
        char out[PATH_MAX];                                                  \
        va_list more;                                                        \
        va_start(more, flags);                                               \
        mode_t mode = va_arg(more, mode_t);                                  \
        va_end(more);                                                        \
        return REAL(name)(folder, meant(folder, path, out), flags, mode);    \
    }
#define ONE(name, type, unused)                                              \
    int name(const char *path, type more) {                                  \
        char out[PATH_MAX];                                                  \
        return REAL(name)(meant(AT_FDCWD, path, out), more);                 \
    }
#define ALONE(name)                                                          \
    int name(const char *path) {                                             \
        char out[PATH_MAX];                                                  \
        return REAL(name)(meant(AT_FDCWD, path, out));                       \
    }

OPENS(open)
OPENS(open64)
OPENS_AT(openat)
OPENS_AT(openat64)
ONE(stat, struct stat *, found)
ONE(lstat, struct stat *, found)
ONE(stat64, struct stat64 *, found)
ONE(lstat64, struct stat64 *, found)
ONE(access, int, mode)
ONE(mkdir, mode_t, mode)
ONE(chmod, mode_t, mode)
ALONE(unlink)
ALONE(rmdir)

int fstatat(int folder, const char *path, struct stat *found, int flags) {
    char out[PATH_MAX];
    return REAL(fstatat)(folder, meant(folder, path, out), found, flags);
}

int fstatat64(int folder, const char *path, struct stat64 *found, int flags) {
    char out[PATH_MAX];
    return REAL(fstatat64)(folder, meant(folder, path, out), found, flags);
}

int unlinkat(int folder, const char *path, int flags) {
    char out[PATH_MAX];
    return REAL(unlinkat)(folder, meant(folder, path, out), flags);
}

int mkdirat(int folder, const char *path, mode_t mode) {
    char out[PATH_MAX];
    return REAL(mkdirat)(folder, meant(folder, path, out), mode);
}

int faccessat(int folder, const char *path, int mode, int flags) {
    char out[PATH_MAX];
    return REAL(faccessat)(folder, meant(folder, path, out), mode, flags);
}

int rename(const char *from, const char *to) {
    char one[PATH_MAX], other[PATH_MAX];
    return REAL(rename)(meant(AT_FDCWD, from, one), meant(AT_FDCWD, to, other));
}

int renameat(int a, const char *from, int b, const char *to) {
    char one[PATH_MAX], other[PATH_MAX];
    return REAL(renameat)(a, meant(a, from, one), b, meant(b, to, other));
}

int link(const char *from, const char *to) {
    char one[PATH_MAX], other[PATH_MAX];
    return REAL(link)(meant(AT_FDCWD, from, one), meant(AT_FDCWD, to, other));
}

DIR *opendir(const char *path) {
    char out[PATH_MAX];
    return REAL(opendir)(meant(AT_FDCWD, path, out));
}
