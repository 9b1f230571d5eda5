/* Preloaded: counts the calls that change what is on the disk below one folder, and makes one of them fail.
 *
 * kind 1: the process is killed before the call; 2: a write stops half way and the process is killed;
 * 3: no space left; 4: an input/output error. `lasting`: every later call fails, too (3 and 4 alone).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static char watched[4096];
static volatile int count, wanted, fault, goes_on;
static char failed[64];

void disk_fault_arm(const char *folder, int at, int kind, int lasting) {
    snprintf(watched, sizeof watched, "%s", folder);
    count = 0;
    wanted = at;
    fault = kind;
    goes_on = lasting;
    failed[0] = 0;
}

int disk_fault_count(void) { return count; }

/* The first call that was made to fail, by its name; empty: none was. */
const char *disk_fault_failed(void) { return failed; }

static int below(const char *path) { return watched[0] && path && !strncmp(path, watched, strlen(watched)); }

static int path_of(int fd, char *path, size_t size) {
    char name[64];
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(name, path, size - 1);
    if (n < 0) return 0;
    path[n] = 0;
    return 1;
}

static int below_fd(int fd) {
    char path[4096];
    if (!watched[0]) return 0;
    int kept = errno;
    int found = path_of(fd, path, sizeof path) && below(path);
    errno = kept;
    return found;
}

static int below_at(int folder, const char *path) {
    return path && path[0] == '/' ? below(path) : folder == AT_FDCWD ? 0 : below_fd(folder);
}

/* 0: go on; 1: fail with errno set; 2: write half, then die. */
static int struck_in(const char *call, int is_write, int may_fill) {
    int number = __sync_add_and_fetch(&count, 1);
    if (!wanted || number < wanted || (number > wanted && !goes_on)) return 0;
    if (fault == 1) kill(getpid(), SIGKILL);
    if (fault == 2) {
        if (is_write) return 2;
        kill(getpid(), SIGKILL);
    }
    if (fault == 3 && !may_fill) return 0;
    if (!failed[0]) snprintf(failed, sizeof failed, "%s", call);
    errno = fault == 3 ? ENOSPC : EIO;
    return 1;
}

#define struck(is_write, may_fill) struck_in(__func__, is_write, may_fill)

/* A write that fails half way is torn in its first half alone: what comes in several pieces loses the others. */

#define REAL(name) \
    static __typeof__(name) *real; \
    if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static int makes(int flags) { return flags & (O_CREAT | O_TRUNC); }

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        va_list rest; va_start(rest, flags); mode_t mode = (flags & O_CREAT) ? va_arg(rest, int) : 0; va_end(rest); \
        static int (*real)(const char *, int, ...); \
        if (!real) real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name); \
        if (makes(flags) && below(path) && struck(0, 1)) return -1; \
        return real(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
    int name(int folder, const char *path, int flags, ...) { \
        va_list rest; va_start(rest, flags); mode_t mode = (flags & O_CREAT) ? va_arg(rest, int) : 0; va_end(rest); \
        static int (*real)(int, const char *, int, ...); \
        if (!real) real = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, #name); \
        if (makes(flags) && below_at(folder, path) && struck(0, 1)) return -1; \
        return real(folder, path, flags, mode); \
    }
OPENAT(openat)
OPENAT(openat64)

ssize_t write(int fd, const void *bytes, size_t size) {
    REAL(write);
    if (below_fd(fd)) switch (struck(1, 1)) {
        case 1: return -1;
        case 2: real(fd, bytes, size / 2); kill(getpid(), SIGKILL);
    }
    return real(fd, bytes, size);
}

#define PWRITE(name, offset_type) \
    ssize_t name(int fd, const void *bytes, size_t size, offset_type at) { \
        REAL(name); \
        if (below_fd(fd)) switch (struck(1, 1)) { \
            case 1: return -1; \
            case 2: real(fd, bytes, size / 2, at); kill(getpid(), SIGKILL); \
        } \
        return real(fd, bytes, size, at); \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define WRITEV(name, extra, passed) \
    ssize_t name(int fd, const struct iovec *pieces, int number extra) { \
        REAL(name); \
        if (below_fd(fd)) switch (struck(1, 1)) { \
            case 1: return -1; \
            case 2: real(fd, pieces, number / 2 passed); kill(getpid(), SIGKILL); \
        } \
        return real(fd, pieces, number passed); \
    }
#define COMMA ,
WRITEV(writev, , )
WRITEV(pwritev, COMMA off_t at, COMMA at)
WRITEV(pwritev64, COMMA off64_t at, COMMA at)

ssize_t sendfile(int to, int from, off_t *at, size_t size) {
    REAL(sendfile);
    if (below_fd(to)) switch (struck(1, 1)) {
        case 1: return -1;
        case 2: real(to, from, at, size / 2); kill(getpid(), SIGKILL);
    }
    return real(to, from, at, size);
}

ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *there, size_t size, unsigned flags) {
    REAL(copy_file_range);
    if (below_fd(to)) switch (struck(1, 1)) {
        case 1: return -1;
        case 2: real(from, at, to, there, size / 2, flags); kill(getpid(), SIGKILL);
    }
    return real(from, at, to, there, size, flags);
}

#define ON_FD(name, arguments, passed, fills) \
    int name arguments { \
        REAL(name); \
        if (below_fd(fd) && struck(0, fills)) return -1; \
        return real passed; \
    }
ON_FD(fsync, (int fd), (fd), 1)
ON_FD(fdatasync, (int fd), (fd), 1)
ON_FD(ftruncate, (int fd, off_t size), (fd, size), 1)
ON_FD(ftruncate64, (int fd, off64_t size), (fd, size), 1)
ON_FD(posix_fallocate, (int fd, off_t at, off_t size), (fd, at, size), 1)
ON_FD(fchmod, (int fd, mode_t mode), (fd, mode), 0)
ON_FD(futimens, (int fd, const struct timespec times[2]), (fd, times), 0)

#define ON_PATH(name, arguments, passed, fills) \
    int name arguments { \
        REAL(name); \
        if (below(path) && struck(0, fills)) return -1; \
        return real passed; \
    }
ON_PATH(unlink, (const char *path), (path), 0)
ON_PATH(rmdir, (const char *path), (path), 0)
ON_PATH(mkdir, (const char *path, mode_t mode), (path, mode), 1)
ON_PATH(rename, (const char *path, const char *target), (path, target), 1)
ON_PATH(truncate, (const char *path, off_t size), (path, size), 1)
ON_PATH(chmod, (const char *path, mode_t mode), (path, mode), 0)
ON_PATH(symlink, (const char *target, const char *path), (target, path), 1)
ON_PATH(link, (const char *path, const char *target), (path, target), 1)

#define ON_FOLDER(name, arguments, passed, fills) \
    int name arguments { \
        REAL(name); \
        if (below_at(folder, path) && struck(0, fills)) return -1; \
        return real passed; \
    }
ON_FOLDER(unlinkat, (int folder, const char *path, int flags), (folder, path, flags), 0)
ON_FOLDER(utimensat, (int folder, const char *path, const struct timespec times[2], int flags), (folder, path, times, flags), 0)
ON_FOLDER(fchmodat, (int folder, const char *path, mode_t mode, int flags), (folder, path, mode, flags), 0)
ON_FOLDER(mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode), 1)
ON_FOLDER(renameat, (int folder, const char *path, int to, const char *target), (folder, path, to, target), 1)
