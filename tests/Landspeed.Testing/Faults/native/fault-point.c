/* Stands before every read and write on one mounted volume, those of io_uring included: fanotify pre-access permission
 * events (Linux 6.14, root; ext4, XFS, Btrfs). Rules and lines: fault-rules.h. A file must be opened after "ready".
 *
 *   fault-point MOUNT PID    PID: a process whose own transfers are let through uncounted, the test itself; 0 none
 *
 * Operations: read, write, fallocate, truncate, mmap, and "unclear": a transfer through io_uring (or a copy inside the
 * kernel) on a file that its process has open both for reading and for writing; the kernel says no more. It says
 * "lacking WHAT" and ends where the machine cannot do it. When it ends or dies the kernel lets everything through. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/fanotify.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "fault-rules.h"

/* Younger than the headers of Debian 12; values from the kernel's include/uapi/linux/fanotify.h. */
#ifndef FAN_PRE_ACCESS
#define FAN_PRE_ACCESS 0x00100000
#endif
#ifndef FAN_EVENT_INFO_TYPE_RANGE
#define FAN_EVENT_INFO_TYPE_RANGE 6
#endif
#ifndef FAN_DENY_ERRNO
#define FAN_DENY_ERRNO(error) (FAN_DENY | ((unsigned)(error) & 0xff) << 24)
#endif
struct info_range {
    struct fanotify_event_info_header header;
    __u32 pad;
    __u64 offset, count;
};

enum op { READ, WRITE, FALLOCATE, TRUNCATE, MMAP, UNCLEAR };
static const char *const op_words[] = { "read", "write", "fallocate", "truncate", "mmap", "unclear", NULL };

enum { MAX_HELD = 256, PATIENCE_MS = 10000 };
static struct { int fd, rule; } held[MAX_HELD];
static int held_count, group, spared;

static int tgid_of(int tid) {
    char name[64], line[256];
    int tgid = tid;
    snprintf(name, sizeof name, "/proc/%d/status", tid);
    FILE *file = fopen(name, "re");
    if (!file) return tid;
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "Tgid: %d", &tgid) == 1) break;
    }
    fclose(file);
    return tgid;
}

/* The system call in which the waiting thread stands says it, except inside io_uring. */
static int op_of_call(int tid) {
    char name[64];
    long call = -1;
    snprintf(name, sizeof name, "/proc/%d/syscall", tid);
    FILE *file = fopen(name, "re");
    if (!file) return UNCLEAR;
    if (fscanf(file, "%ld", &call) != 1) call = -1;
    fclose(file);
    switch (call) {
    case SYS_read: case SYS_pread64: case SYS_readv: case SYS_preadv: case SYS_preadv2: return READ;
    case SYS_write: case SYS_pwrite64: case SYS_writev: case SYS_pwritev: case SYS_pwritev2: return WRITE;
    case SYS_fallocate: return FALLOCATE;
    case SYS_truncate: case SYS_ftruncate: return TRUNCATE;
    case SYS_open: case SYS_openat: case SYS_openat2: case SYS_creat: return TRUNCATE;
    case SYS_mmap: return MMAP;
    default: return UNCLEAR;
    }
}

/* Else the access with which its process has that file open. */
static int op_of_descriptors(int tid, int event_fd) {
    char name[320], line[256];
    struct stat wanted, other;
    int can_read = 0, can_write = 0;
    if (fstat(event_fd, &wanted)) return UNCLEAR;
    snprintf(name, sizeof name, "/proc/%d/fd", tid);
    DIR *directory = opendir(name);
    if (!directory) return UNCLEAR;
    for (struct dirent *entry; (entry = readdir(directory)); ) {
        snprintf(name, sizeof name, "/proc/%d/fd/%s", tid, entry->d_name);
        if (entry->d_name[0] == '.' || stat(name, &other)) continue;
        if (other.st_dev != wanted.st_dev || other.st_ino != wanted.st_ino) continue;
        snprintf(name, sizeof name, "/proc/%d/fdinfo/%s", tid, entry->d_name);
        FILE *file = fopen(name, "re");
        if (!file) continue;
        while (fgets(line, sizeof line, file)) {
            unsigned flags;
            if (sscanf(line, "flags: %o", &flags) != 1) continue;
            can_read |= (flags & O_ACCMODE) != O_WRONLY;
            can_write |= (flags & O_ACCMODE) != O_RDONLY;
        }
        fclose(file);
    }
    closedir(directory);
    return can_read == can_write ? UNCLEAR : can_read ? READ : WRITE;
}

static void answer(int fd, unsigned response) {
    struct fanotify_response reply = { .fd = fd, .response = response };
    /* The one who waited may have been killed meanwhile; then nobody needs the answer. */
    if (write(group, &reply, sizeof reply) < 0 && errno != ENOENT) say("trouble answer %s", strerror(errno));
    close(fd);
}

/* Returns when the process is gone: the transfer was then not made. */
static void kill_process(int tgid) {
    int handle = (int)syscall(SYS_pidfd_open, tgid, 0);
    kill(tgid, SIGKILL);
    if (handle < 0) return;
    struct pollfd dead = { .fd = handle, .events = POLLIN };
    poll(&dead, 1, PATIENCE_MS);
    close(handle);
}

static void treat(const struct fanotify_event_metadata *event) {
    char link[64], path[8192];
    long long offset = 0;
    unsigned long long length = 0;
    int tgid = tgid_of(event->pid);
    if (!(event->mask & FAN_PRE_ACCESS) || rule_count == 0 || (spared && tgid == spared)) {
        answer(event->fd, FAN_ALLOW);
        return;
    }
    const char *end = (const char *)event + event->event_len;
    for (const char *at = (const char *)event + event->metadata_len; at + sizeof(struct info_range) <= end; ) {
        const struct info_range *range = (const struct info_range *)at;
        if (range->header.info_type == FAN_EVENT_INFO_TYPE_RANGE) {
            offset = (long long)range->offset;
            length = range->count;
        }
        if (range->header.len == 0) break;
        at += range->header.len;
    }
    snprintf(link, sizeof link, "/proc/self/fd/%d", event->fd);
    ssize_t got = readlink(link, path, sizeof path - 1);
    path[got < 0 ? 0 : got] = 0;
    int op = op_of_call(event->pid);
    if (op == UNCLEAR) op = op_of_descriptors(event->pid, event->fd);
    struct decision decided = decide(op, op_words[op], path, NULL, offset, length, tgid);
    switch (decided.action) {
    case DENY:
        answer(event->fd, FAN_DENY_ERRNO(decided.argument));
        break;
    case KILL_BEFORE:
        kill_process(tgid);
        answer(event->fd, FAN_ALLOW);
        break;
    case HOLD:
        if (held_count < MAX_HELD) {
            held[held_count].fd = event->fd;
            held[held_count++].rule = decided.number;
            break;
        }
        /* fall through */
    default:
        answer(event->fd, FAN_ALLOW);
    }
}

static void let_go(int all) {
    int kept = 0;
    for (int i = 0; i < held_count; i++) {
        int decision = held[i].rule <= rule_count && !all ? rules[held[i].rule - 1].let_go : 0;
        if (decision < 0) held[kept++] = held[i];
        else answer(held[i].fd, decision ? FAN_DENY_ERRNO(decision) : FAN_ALLOW);
    }
    held_count = kept;
}

static int lacking(const char *what) {
    say("lacking %s: %s", what, strerror(errno));
    return 3;
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "fault-point MOUNT PID\n");
        return 2;
    }
    spared = atoi(arguments[2]);
    group = fanotify_init(FAN_CLASS_PRE_CONTENT | FAN_UNLIMITED_QUEUE | FAN_REPORT_TID | FAN_CLOEXEC | FAN_NONBLOCK,
                          O_RDONLY | O_LARGEFILE | O_CLOEXEC);
    if (group < 0) return lacking("fanotify permission events");
    if (fanotify_mark(group, FAN_MARK_ADD | FAN_MARK_MOUNT, FAN_PRE_ACCESS, AT_FDCWD, arguments[1]))
        return lacking("fanotify pre-access events (Linux 6.14; ext4, XFS, Btrfs)");
    say("ready");
    char buffer[65536] __attribute__((aligned(8))), line[2048];
    size_t pending = 0;
    for (;;) {
        struct pollfd ready[2] = { { .fd = group, .events = POLLIN }, { .fd = 0, .events = POLLIN } };
        if (poll(ready, 2, -1) < 0 && errno != EINTR) break;
        if (ready[0].revents) {
            ssize_t got = read(group, buffer, sizeof buffer);
            if (got < 0 && errno != EAGAIN && errno != EINTR) say("trouble read %s", strerror(errno));
            const struct fanotify_event_metadata *event = (const void *)buffer;
            for (; got > 0 && FAN_EVENT_OK(event, got); event = FAN_EVENT_NEXT(event, got)) {
                if (event->fd >= 0) treat(event);
            }
        }
        if (ready[1].revents) {
            ssize_t got = read(0, line + pending, sizeof line - pending - 1);
            if (got <= 0) break;
            pending += (size_t)got;
            line[pending] = 0;
            for (char *end; (end = strchr(line, '\n')); ) {
                *end = 0;
                obey(line, op_words, KILL_BEFORE);
                let_go(0);
                pending -= (size_t)(end + 1 - line);
                memmove(line, end + 1, pending + 1);
            }
            if (pending == sizeof line - 1) pending = 0;
        }
    }
    let_go(1);
    say_counts();
    return 0;
}
