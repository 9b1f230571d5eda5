/* Preloaded: writes down every call that changes what is on the disk below one folder, in its order.
 *
 * A line per call: kind, inode, offset, size of what follows, path, target (tab-separated), then the bytes
 * that were written. Kinds: C made, O there and cut to nothing, W written, T cut or grown, S synced, R renamed,
 * U removed, M folder made, D folder removed, A a mark by the program.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static char watched[4096];
static int out = -1;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static void put(const void *bytes, size_t size) {
    while (size) {
        ssize_t done = syscall(SYS_write, out, bytes, size);
        if (done < 0) _exit(99);
        bytes = (const char *)bytes + done;
        size -= done;
    }
}

static void note(char kind, unsigned long inode, long at, const char *path, const char *target,
                 const void *bytes, size_t size) {
    char line[9000];
    int length = snprintf(line, sizeof line, "%c\t%lu\t%ld\t%zu\t%s\t%s\n", kind, inode, at, size, path, target);
    put(line, length);
    if (size) put(bytes, size);
}

void power_watch(const char *folder, const char *log) {
    out = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    snprintf(watched, sizeof watched, "%s", folder);
}

void power_mark(const char *text) {
    pthread_mutex_lock(&turn);
    note('A', 0, 0, "", "", text, strlen(text));
    pthread_mutex_unlock(&turn);
}

static int below(const char *path) { return watched[0] && path && !strncmp(path, watched, strlen(watched)); }

static int path_of(int fd, char *path) {
    char name[64];
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(name, path, 4095);
    if (n < 0) return 0;
    path[n] = 0;
    return below(path);
}

static int known_fd(int fd, char *path, struct stat *found) {
    if (!watched[0]) return 0;
    int kept = errno;
    int known = path_of(fd, path) && !fstat(fd, found);
    errno = kept;
    return known;
}

static const char *whole(int folder, const char *path, char *kept) {
    if (!path || path[0] == '/' || folder == AT_FDCWD) return path ? path : "";
    char base[4096];
    if (!path_of(folder, base)) return "";
    snprintf(kept, 8192, "%s/%s", base, path);
    return kept;
}

#define REAL(name) \
    static __typeof__(name) *real; \
    if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

/* Each call and its line are one step: what another thread does comes before both or after both. */
#define STEP(result, call, if_done) \
    pthread_mutex_lock(&turn); \
    result = call; \
    if (result >= 0) { int kept = errno; if_done; errno = kept; } \
    pthread_mutex_unlock(&turn); \
    return result

static void opened(int fd, int flags, const char *path, int there) {
    struct stat found;
    if (fstat(fd, &found)) return;
    if (!there) note('C', found.st_ino, 0, path, "", "", 0);
    else if (flags & O_TRUNC) note('O', found.st_ino, 0, path, "", "", 0);
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        va_list rest; va_start(rest, flags); mode_t mode = (flags & O_CREAT) ? va_arg(rest, int) : 0; va_end(rest); \
        static int (*real)(const char *, int, ...); \
        if (!real) real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name); \
        if (!(flags & (O_CREAT | O_TRUNC)) || !below(path)) return real(path, flags, mode); \
        int there = !syscall(SYS_faccessat, AT_FDCWD, path, F_OK), fd; \
        STEP(fd, real(path, flags, mode), opened(fd, flags, path, there)); \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
    int name(int folder, const char *path, int flags, ...) { \
        va_list rest; va_start(rest, flags); mode_t mode = (flags & O_CREAT) ? va_arg(rest, int) : 0; va_end(rest); \
        static int (*real)(int, const char *, int, ...); \
        if (!real) real = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, #name); \
        char kept[8192]; \
        const char *name_ = whole(folder, path, kept); \
        if (!(flags & (O_CREAT | O_TRUNC)) || !below(name_)) return real(folder, path, flags, mode); \
        int there = !syscall(SYS_faccessat, AT_FDCWD, name_, F_OK), fd; \
        STEP(fd, real(folder, path, flags, mode), opened(fd, flags, name_, there)); \
    }
OPENAT(openat)
OPENAT(openat64)

ssize_t write(int fd, const void *bytes, size_t size) {
    REAL(write);
    char path[4096];
    struct stat found;
    if (!known_fd(fd, path, &found)) return real(fd, bytes, size);
    long at = (fcntl(fd, F_GETFL) & O_APPEND) ? found.st_size : lseek(fd, 0, SEEK_CUR);
    ssize_t done;
    STEP(done, real(fd, bytes, size), note('W', found.st_ino, at, "", "", bytes, done));
}

#define PWRITE(name, offset_type) \
    ssize_t name(int fd, const void *bytes, size_t size, offset_type at) { \
        REAL(name); \
        char path[4096]; \
        struct stat found; \
        if (!known_fd(fd, path, &found)) return real(fd, bytes, size, at); \
        ssize_t done; \
        STEP(done, real(fd, bytes, size, at), note('W', found.st_ino, at, "", "", bytes, done)); \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define ON_FD(name, arguments, passed, line) \
    int name arguments { \
        REAL(name); \
        char path[4096]; \
        struct stat found; \
        if (!known_fd(fd, path, &found)) return real passed; \
        int done; \
        STEP(done, real passed, line); \
    }
ON_FD(fsync, (int fd), (fd), note('S', found.st_ino, S_ISDIR(found.st_mode), path, "", "", 0))
ON_FD(fdatasync, (int fd), (fd), note('S', found.st_ino, S_ISDIR(found.st_mode), path, "", "", 0))
ON_FD(ftruncate, (int fd, off_t size), (fd, size), note('T', found.st_ino, size, "", "", "", 0))
ON_FD(ftruncate64, (int fd, off64_t size), (fd, size), note('T', found.st_ino, size, "", "", "", 0))

#define ON_PATH(name, arguments, passed, line) \
    int name arguments { \
        REAL(name); \
        if (!below(path)) return real passed; \
        int done; \
        STEP(done, real passed, line); \
    }
ON_PATH(unlink, (const char *path), (path), note('U', 0, 0, path, "", "", 0))
ON_PATH(rmdir, (const char *path), (path), note('D', 0, 0, path, "", "", 0))
ON_PATH(mkdir, (const char *path, mode_t mode), (path, mode), note('M', 0, 0, path, "", "", 0))
ON_PATH(rename, (const char *path, const char *target), (path, target), note('R', 0, 0, path, target, "", 0))

int unlinkat(int folder, const char *path, int flags) {
    REAL(unlinkat);
    char kept[8192];
    const char *name_ = whole(folder, path, kept);
    if (!below(name_)) return real(folder, path, flags);
    int done;
    STEP(done, real(folder, path, flags), note(flags & AT_REMOVEDIR ? 'D' : 'U', 0, 0, name_, "", "", 0));
}

int renameat(int folder, const char *path, int to, const char *target) {
    REAL(renameat);
    char kept[8192], kept_target[8192];
    const char *name_ = whole(folder, path, kept), *target_ = whole(to, target, kept_target);
    if (!below(name_)) return real(folder, path, to, target);
    int done;
    STEP(done, real(folder, path, to, target), note('R', 0, 0, name_, target_, "", 0));
}
