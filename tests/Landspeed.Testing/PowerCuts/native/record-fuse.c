/* Serves image files below a directory and writes down, in the order in which they end, each write with its data, each
 * range made zero or discarded, each flush, and marks. libfuse 3, root.
 *
 *   record-fuse DIRECTORY MOUNTPOINT LOG
 *
 * DIRECTORY holds the images 0, 1, ... A write to the file "mark" writes its text down as a mark, except for
 * "signal PID NUMBER BYTES": once that many more bytes were written to the images, the process gets the signal, and while it
 * lives each write takes its time: on a busy machine it would end its work before it hears of the signal.
 * LOG: records of 24 bytes (kind, image, offset, length; native order), data behind those of writes and marks. A record is
 * there before the kernel hears that the request is done, so that the order is that of completion. Unmounting ends it. */
#define _GNU_SOURCE
#define FUSE_USE_VERSION 31
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#ifndef PR_SET_IO_FLUSHER
#define PR_SET_IO_FLUSHER 57
#endif

enum kind { WRITE = 1, ZERO = 2, FLUSH = 3, MARK = 4 };
enum { MARK_FILE = 1000 };

struct record {
    uint32_t kind, image;
    uint64_t offset, length;
};

static int directory, log_file;
static int images[8] = { -1, -1, -1, -1, -1, -1, -1, -1 };
static pid_t signalled, stopping;
static int signal_number;
static long long signal_after;

/* A log with a gap proves nothing: better no recording at all. */
static void note(enum kind kind, int image, uint64_t offset, uint64_t length, const void *data) {
    struct record record = { kind, (uint32_t)image, offset, length };
    struct iovec parts[2] = { { &record, sizeof record }, { (void *)data, data ? length : 0 } };
    ssize_t whole = (ssize_t)(sizeof record + parts[1].iov_len);
    if (writev(log_file, parts, 2) != whole) {
        perror("log");
        abort();
    }
}

static int number_of(const char *path) {
    if (!strcmp(path, "/mark")) return MARK_FILE;
    return path[0] == '/' && path[1] >= '0' && path[1] <= '7' && !path[2] ? path[1] - '0' : -1;
}

static int image_of(int number) {
    char name[2] = { (char)('0' + number), 0 };
    if (images[number] < 0) images[number] = openat(directory, name, O_RDWR | O_CLOEXEC);
    return images[number];
}

static int do_getattr(const char *path, struct stat *status, struct fuse_file_info *info) {
    (void)info;
    memset(status, 0, sizeof *status);
    if (!strcmp(path, "/")) {
        status->st_mode = S_IFDIR | 0700;
        status->st_nlink = 2;
        return 0;
    }
    int number = number_of(path);
    if (number < 0) return -ENOENT;
    if (number == MARK_FILE) {
        status->st_mode = S_IFREG | 0600;
        status->st_nlink = 1;
        return 0;
    }
    int image = image_of(number);
    return image < 0 || fstat(image, status) ? -ENOENT : 0;
}

static int do_open(const char *path, struct fuse_file_info *info) {
    info->fh = (uint64_t)number_of(path);
    info->direct_io = 1;
    return 0;
}

static int do_read(const char *path, char *buffer, size_t length, off_t offset, struct fuse_file_info *info) {
    (void)path;
    if (info->fh == MARK_FILE) return 0;
    ssize_t count = pread(image_of((int)info->fh), buffer, length, offset);
    return count < 0 ? -errno : (int)count;
}

static int mark(const char *text, size_t length) {
    char line[256];
    snprintf(line, sizeof line, "%.*s", (int)length, text);
    if (sscanf(line, "signal %d %d %lld", &signalled, &signal_number, &signal_after) != 3)
        note(MARK, 0, 0, length, text);
    return (int)length;
}

static int do_write(const char *path, const char *data, size_t length, off_t offset, struct fuse_file_info *info) {
    (void)path;
    if (info->fh == MARK_FILE) return mark(data, length);
    ssize_t count = pwrite(image_of((int)info->fh), data, length, offset);
    if (count < 0) return -errno;
    note(WRITE, (int)info->fh, (uint64_t)offset, (uint64_t)count, data);
    if (signalled > 1 && (signal_after -= count) <= 0) {
        kill(signalled, signal_number);
        stopping = signalled;
        signalled = 0;
    }
    if (stopping > 1) {
        if (kill(stopping, 0)) stopping = 0;
        else usleep(50 * 1000);
    }
    return (int)count;
}

static int do_fsync(const char *path, int data_only, struct fuse_file_info *info) {
    (void)path;
    (void)data_only;
    note(FLUSH, (int)info->fh, 0, 0, NULL);
    return 0;
}

static int do_fallocate(const char *path, int mode, off_t offset, off_t length, struct fuse_file_info *info) {
    (void)path;
    if (!(mode & (FALLOC_FL_PUNCH_HOLE | FALLOC_FL_ZERO_RANGE))) return -EOPNOTSUPP;
    if (fallocate(image_of((int)info->fh), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, length)) return -errno;
    note(ZERO, (int)info->fh, (uint64_t)offset, (uint64_t)length, NULL);
    return 0;
}

static int do_truncate(const char *path, off_t length, struct fuse_file_info *info) {
    (void)length;
    (void)info;
    return number_of(path) == MARK_FILE ? 0 : -EPERM;
}

static void *do_init(struct fuse_conn_info *connection, struct fuse_config *config) {
    (void)config;
    connection->max_write = 1 << 20;
    connection->want &= ~(FUSE_CAP_SPLICE_READ | FUSE_CAP_SPLICE_WRITE | FUSE_CAP_SPLICE_MOVE);
    puts("ready");
    fflush(stdout);
    return NULL;
}

int main(int count, char **arguments) {
    static const struct fuse_operations operations = {
        .init = do_init, .getattr = do_getattr, .open = do_open, .read = do_read, .write = do_write,
        .fsync = do_fsync, .fallocate = do_fallocate, .truncate = do_truncate,
    };
    if (count != 4) return 2;
    directory = open(arguments[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    log_file = open(arguments[3], O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    if (directory < 0 || log_file < 0) {
        perror(arguments[1]);
        return 1;
    }
    /* It writes for the block layer: it must not wait for its own volume when memory is short. */
    prctl(PR_SET_IO_FLUSHER, 1, 0, 0, 0);
    char *forwarded[] = { arguments[0], "-f", "-s", arguments[2], NULL };
    return fuse_main(4, forwarded, &operations, NULL);
}
