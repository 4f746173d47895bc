/* A file system that passes everything through to a directory, and fails, cuts short, falsifies, holds, delays or kills
 * where a rule says. Rules and lines: fault-rules.h. libfuse 3, root (allow_other).
 *
 *   fault-fuse BACKING MOUNTPOINT LOG cached|direct|folded
 *
 * folded: a name finds also what has it in letters of the other case, as on FAT.
 * direct: the page cache is left out, so that short counts reach the caller (a cached short read looks like the end of
 * the file). LOG gets a line for each operation: its number, word, result (0 or more, or -errno), process, offset,
 * length, path. An operation that a rule refuses has not touched the directory. "flush" is what close(2) sends.
 * At the end of input it unmounts itself. What FUSE does not forward: O_TMPFILE, reflinks, FIEMAP, O_DIRECT's
 * alignment rules (the backing file is opened without it). New files belong to root. */
#define _GNU_SOURCE
#define FUSE_USE_VERSION 31
#include <dirent.h>
#include <fcntl.h>
#include <fuse.h>
#include <pthread.h>
#include <signal.h>
#include <strings.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>
#include "fault-rules.h"

enum op {
    READ, WRITE, OPEN, CREATE, FSYNC, FLUSH, RENAME, CHMOD, CHOWN, UTIMENS, SETXATTR, GETXATTR, LISTXATTR, REMOVEXATTR,
    FALLOCATE, TRUNCATE, UNLINK, MKDIR, RMDIR, LINK, SYMLINK, READLINK, MKNOD, FSYNCDIR, OPENDIR, READDIR, GETATTR,
    STATFS, LSEEK, ACCESS
};
static const char *const op_words[] = {
    "read", "write", "open", "create", "fsync", "flush", "rename", "chmod", "chown", "utimens", "setxattr", "getxattr",
    "listxattr", "removexattr", "fallocate", "truncate", "unlink", "mkdir", "rmdir", "link", "symlink", "readlink",
    "mknod", "fsyncdir", "opendir", "readdir", "getattr", "statfs", "lseek", "access", NULL
};

struct handle {
    int fd;
    DIR *directory;
    char path[];         /* the name at the open: an unlinked file has no other */
};

static int root, direct, folded;
static long logged;
static FILE *record;
static struct fuse *mounted;
static const char *mountpoint;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

/* What stands between an operation and the directory. */
struct passage {
    enum op op;
    const char *path;
    long long offset;
    unsigned long long length;
    struct decision decided;
};

/* 0: go on; else the -errno to give back. May shorten the length. A filter may also match the other name. */
static int enter_two(struct passage *passage, enum op op, const char *path, const char *other, long long offset,
                     size_t length) {
    int pid = fuse_get_context()->pid, result = 0;
    pthread_mutex_lock(&lock);
    *passage = (struct passage){ op, path, offset, length, decide(op, op_words[op], path, other, offset, length, pid) };
    switch (passage->decided.action) {
    case DENY:
        result = -(int)passage->decided.argument;
        break;
    case KILL_BEFORE:
        if (pid > 1) kill(pid, SIGKILL);
        result = -EINTR;
        break;
    case SHORT:
        if (passage->length > (unsigned long long)passage->decided.argument)
            passage->length = (unsigned long long)passage->decided.argument;
        break;
    case HOLD: {
        struct rule *rule = &rules[passage->decided.number - 1];
        while (rule->let_go < 0) pthread_cond_wait(&changed, &lock);
        result = -rule->let_go;
        break;
    }
    default:
        break;
    }
    long delay = passage->decided.action == DELAY ? passage->decided.argument : 0;
    pthread_mutex_unlock(&lock);
    nanosleep(&(struct timespec){ delay / 1000, delay % 1000 * 1000000 }, NULL);
    return result;
}

static int enter(struct passage *passage, enum op op, const char *path, long long offset, size_t length) {
    return enter_two(passage, op, path, NULL, offset, length);
}

/* Writes the log; the result goes to the caller. */
static int leave(struct passage *passage, int result) {
    char shown[16384];
    int pid = fuse_get_context()->pid;
    escape(passage->path, shown, sizeof shown);
    pthread_mutex_lock(&lock);
    fprintf(record, "%ld %s %d %d %lld %llu %s\n", ++logged, op_words[passage->op], result, pid, passage->offset,
            passage->length, shown);
    fflush(record);
    if (passage->decided.action == KILL_AFTER && pid > 1) kill(pid, SIGKILL);
    pthread_mutex_unlock(&lock);
    return result;
}

static int errno_of(long result) { return result < 0 ? -errno : (int)result; }

/* The name that a directory lists for a name, letters of either case being the same; the name itself when none is. */
static void fold(const char *directory, const char *name, char *found, size_t room) {
    int fd = openat(root, *directory ? directory : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *listed = fd < 0 ? NULL : fdopendir(fd);
    snprintf(found, room, "%s", name);
    for (struct dirent *entry; listed && (entry = readdir(listed));) {
        if (strcasecmp(entry->d_name, name) == 0) snprintf(found, room, "%s", entry->d_name);
        if (strcmp(entry->d_name, name) == 0) break;
    }
    if (listed) closedir(listed);
    else if (fd >= 0) close(fd);
}

/* Two are in use at once. */
static const char *below(const char *path) {
    static _Thread_local char rooms[2][4096];
    static _Thread_local int turn;
    if (!path[1]) return ".";
    if (!folded) return path + 1;
    char *whole = rooms[turn ^= 1], names[4096], *rest = names, found[256];
    snprintf(names, sizeof names, "%s", path + 1);
    whole[0] = 0;
    for (char *name; (name = strsep(&rest, "/"));) {
        fold(whole, name, found, sizeof found);
        size_t length = strlen(whole);
        snprintf(whole + length, sizeof rooms[0] - length, "%s%s", length ? "/" : "", found);
    }
    return whole;
}
static struct handle *handle_of(struct fuse_file_info *info) { return (struct handle *)(uintptr_t)info->fh; }
static const char *name_of(const char *path, struct fuse_file_info *info) {
    return path ? path : info ? handle_of(info)->path : "?";
}

#define PASS(op, path, offset, length, call) do {                                         \
        struct passage passage;                                                           \
        int refused = enter(&passage, op, path, offset, length);                          \
        return leave(&passage, refused ? refused : errno_of(call));                       \
    } while (0)

static int keep(struct fuse_file_info *info, const char *path, int fd, DIR *directory) {
    struct handle *handle = malloc(sizeof *handle + strlen(path) + 1);
    handle->fd = fd;
    handle->directory = directory;
    strcpy(handle->path, path);
    info->fh = (uintptr_t)handle;
    info->direct_io = direct;
    return 0;
}

static int do_open(const char *path, struct fuse_file_info *info) {
    struct passage passage;
    int result = enter(&passage, OPEN, path, 0, 0);
    if (!result) {
        int fd = openat(root, below(path), (info->flags & ~(O_DIRECT | O_APPEND | O_NOFOLLOW)) | O_CLOEXEC);
        result = fd < 0 ? -errno : keep(info, path, fd, NULL);
    }
    return leave(&passage, result);
}

static int do_create(const char *path, mode_t mode, struct fuse_file_info *info) {
    struct passage passage;
    int result = enter(&passage, CREATE, path, 0, 0);
    if (!result) {
        int fd = openat(root, below(path), (info->flags & ~(O_DIRECT | O_APPEND)) | O_CREAT | O_CLOEXEC, mode);
        result = fd < 0 ? -errno : keep(info, path, fd, NULL);
    }
    return leave(&passage, result);
}

static int do_release(const char *path, struct fuse_file_info *info) {
    struct handle *handle = handle_of(info);
    (void)path;
    if (handle->directory) closedir(handle->directory);
    else close(handle->fd);
    free(handle);
    return 0;
}

static ssize_t flipped(const struct passage *passage, char *bytes, ssize_t length) {
    if (passage->decided.action == FLIP && length > 0) bytes[passage->decided.argument % length] ^= 1;
    return length;
}
static int do_read(const char *path, char *buffer, size_t size, off_t offset, struct fuse_file_info *info) {
    PASS(READ, name_of(path, info), offset, size,
         flipped(&passage, buffer, pread(handle_of(info)->fd, buffer, passage.length, offset)));
}
static int do_write(const char *path, const char *buffer, size_t size, off_t offset, struct fuse_file_info *info) {
    PASS(WRITE, name_of(path, info), offset, size, pwrite(handle_of(info)->fd, buffer, passage.length, offset));
}
static int do_fsync(const char *path, int data_only, struct fuse_file_info *info) {
    PASS(FSYNC, name_of(path, info), 0, 0, data_only ? fdatasync(handle_of(info)->fd) : fsync(handle_of(info)->fd));
}
static int do_flush(const char *path, struct fuse_file_info *info) {
    PASS(FLUSH, name_of(path, info), 0, 0, close(dup(handle_of(info)->fd)));
}
static int do_fallocate(const char *path, int mode, off_t offset, off_t length, struct fuse_file_info *info) {
    PASS(FALLOCATE, name_of(path, info), offset, (size_t)length, fallocate(handle_of(info)->fd, mode, offset, length));
}

/* By descriptor where there is one, else by name; a symbolic link itself is meant. */
static int open_path(const char *path) {
    return openat(root, below(path), O_PATH | O_NOFOLLOW | O_CLOEXEC);
}
static long truncate_at(const char *path, off_t size) {
    int fd = openat(root, below(path), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return -1;
    int result = ftruncate(fd, size), error = errno;
    close(fd);
    errno = error;
    return result;
}

static int do_truncate(const char *path, off_t size, struct fuse_file_info *info) {
    PASS(TRUNCATE, name_of(path, info), size, 0, info ? ftruncate(handle_of(info)->fd, size) : truncate_at(path, size));
}
static int do_getattr(const char *path, struct stat *status, struct fuse_file_info *info) {
    PASS(GETATTR, name_of(path, info), 0, 0,
         info ? fstat(handle_of(info)->fd, status) : fstatat(root, below(path), status, AT_SYMLINK_NOFOLLOW));
}
static int do_chmod(const char *path, mode_t mode, struct fuse_file_info *info) {
    PASS(CHMOD, name_of(path, info), 0, 0,
         info ? fchmod(handle_of(info)->fd, mode) : fchmodat(root, below(path), mode, 0));
}
static int do_chown(const char *path, uid_t owner, gid_t set, struct fuse_file_info *info) {
    PASS(CHOWN, name_of(path, info), 0, 0,
         info ? fchown(handle_of(info)->fd, owner, set) : fchownat(root, below(path), owner, set, AT_SYMLINK_NOFOLLOW));
}
static int do_utimens(const char *path, const struct timespec times[2], struct fuse_file_info *info) {
    PASS(UTIMENS, name_of(path, info), 0, 0,
         info ? futimens(handle_of(info)->fd, times) : utimensat(root, below(path), times, AT_SYMLINK_NOFOLLOW));
}

/* The extended-attribute calls know paths only; /proc/self/fd of an O_PATH descriptor leads to the object itself. */
#define PASS_PATH(op, path, call) do {                                                    \
        struct passage passage;                                                           \
        int result = enter(&passage, op, path, 0, 0);                                     \
        if (!result) {                                                                    \
            char there[64];                                                               \
            int fd = open_path(path);                                                     \
            snprintf(there, sizeof there, "/proc/self/fd/%d", fd);                        \
            result = fd < 0 ? -errno : errno_of(call);                                    \
            if (fd >= 0) close(fd);                                                       \
        }                                                                                 \
        return leave(&passage, result);                                                   \
    } while (0)

static int do_setxattr(const char *path, const char *name, const char *value, size_t size, int flags) {
    PASS_PATH(SETXATTR, path, setxattr(there, name, value, size, flags));
}
static int do_getxattr(const char *path, const char *name, char *value, size_t size) {
    PASS_PATH(GETXATTR, path, getxattr(there, name, value, size));
}
static int do_listxattr(const char *path, char *names, size_t size) {
    PASS_PATH(LISTXATTR, path, listxattr(there, names, size));
}
static int do_removexattr(const char *path, const char *name) {
    PASS_PATH(REMOVEXATTR, path, removexattr(there, name));
}

static int do_rename(const char *from, const char *to, unsigned flags) {
    struct passage passage;
    int refused = enter_two(&passage, RENAME, to, from, 0, 0);
    return leave(&passage, refused ? refused : errno_of(renameat2(root, below(from), root, below(to), flags)));
}
static int do_unlink(const char *path) { PASS(UNLINK, path, 0, 0, unlinkat(root, below(path), 0)); }
static int do_rmdir(const char *path) { PASS(RMDIR, path, 0, 0, unlinkat(root, below(path), AT_REMOVEDIR)); }
static int do_mkdir(const char *path, mode_t mode) { PASS(MKDIR, path, 0, 0, mkdirat(root, below(path), mode)); }
static int do_link(const char *from, const char *to) {
    struct passage passage;
    int refused = enter_two(&passage, LINK, to, from, 0, 0);
    return leave(&passage, refused ? refused : errno_of(linkat(root, below(from), root, below(to), 0)));
}
static int do_symlink(const char *text, const char *path) {
    PASS(SYMLINK, path, 0, 0, symlinkat(text, root, below(path)));
}
static int do_mknod(const char *path, mode_t mode, dev_t device) {
    PASS(MKNOD, path, 0, 0, mknodat(root, below(path), mode, device));
}
static int do_access(const char *path, int mode) { PASS(ACCESS, path, 0, 0, faccessat(root, below(path), mode, 0)); }
static int do_readlink(const char *path, char *text, size_t size) {
    struct passage passage;
    int result = enter(&passage, READLINK, path, 0, 0);
    if (!result) {
        ssize_t got = readlinkat(root, below(path), text, size - 1);
        result = got < 0 ? -errno : 0;
        if (got >= 0) text[got] = 0;
    }
    return leave(&passage, result);
}
static int do_statfs(const char *path, struct statvfs *status) { PASS(STATFS, path, 0, 0, fstatvfs(root, status)); }

static int do_opendir(const char *path, struct fuse_file_info *info) {
    struct passage passage;
    int result = enter(&passage, OPENDIR, path, 0, 0);
    if (!result) {
        int fd = openat(root, below(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        DIR *directory = fd < 0 ? NULL : fdopendir(fd);
        result = directory ? keep(info, path, fd, directory) : -errno;
    }
    return leave(&passage, result);
}
static int do_readdir(const char *path, void *buffer, fuse_fill_dir_t fill, off_t offset, struct fuse_file_info *info,
                      enum fuse_readdir_flags flags) {
    struct passage passage;
    int result = enter(&passage, READDIR, name_of(path, info), offset, 0);
    (void)flags;
    if (!result) {
        rewinddir(handle_of(info)->directory);
        errno = 0;
        for (struct dirent *entry; (entry = readdir(handle_of(info)->directory)); ) {
            struct stat status = { .st_ino = entry->d_ino, .st_mode = (mode_t)entry->d_type << 12 };
            if (fill(buffer, entry->d_name, &status, 0, 0)) break;
        }
        result = -errno;
    }
    return leave(&passage, result);
}
static int do_fsyncdir(const char *path, int data_only, struct fuse_file_info *info) {
    (void)data_only;
    PASS(FSYNCDIR, name_of(path, info), 0, 0, fsync(handle_of(info)->fd));
}
static off_t do_lseek(const char *path, off_t offset, int whence, struct fuse_file_info *info) {
    struct passage passage;
    int refused = enter(&passage, LSEEK, name_of(path, info), offset, 0);
    off_t result = refused ? refused : lseek(handle_of(info)->fd, offset, whence);
    if (!refused && result < 0) result = -errno;
    leave(&passage, result < 0 ? (int)result : 0);
    return result;
}

static void *do_init(struct fuse_conn_info *connection, struct fuse_config *config) {
    (void)connection;
    config->use_ino = 1;
    config->nullpath_ok = 1;
    config->hard_remove = 1;
    config->attr_timeout = config->entry_timeout = config->negative_timeout = 0;
    return NULL;
}

static const struct fuse_operations operations = {
    .init = do_init, .getattr = do_getattr, .readlink = do_readlink, .mknod = do_mknod, .mkdir = do_mkdir,
    .unlink = do_unlink, .rmdir = do_rmdir, .symlink = do_symlink, .rename = do_rename, .link = do_link,
    .chmod = do_chmod, .chown = do_chown, .truncate = do_truncate, .open = do_open, .read = do_read, .write = do_write,
    .statfs = do_statfs, .flush = do_flush, .release = do_release, .fsync = do_fsync, .setxattr = do_setxattr,
    .getxattr = do_getxattr, .listxattr = do_listxattr, .removexattr = do_removexattr, .opendir = do_opendir,
    .readdir = do_readdir, .releasedir = do_release, .fsyncdir = do_fsyncdir, .access = do_access, .create = do_create,
    .utimens = do_utimens, .fallocate = do_fallocate, .lseek = do_lseek,
};

static void *listen_to_input(void *nothing) {
    char line[2048];
    while (fgets(line, sizeof line, stdin)) {
        pthread_mutex_lock(&lock);
        obey(line, op_words, FLIP);
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    for (int i = 0; i < rule_count; i++) rules[i].let_go = 0;
    say_counts();
    rule_count = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    fuse_exit(mounted);
    umount2(mountpoint, MNT_DETACH);
    return nothing;
}

int main(int count, char **arguments) {
    if (count != 5) {
        fprintf(stderr, "fault-fuse BACKING MOUNTPOINT LOG cached|direct|folded\n");
        return 2;
    }
    char *options[] = { arguments[0], "-o", "allow_other,default_permissions,fsname=fault-fuse" };
    struct fuse_args list = FUSE_ARGS_INIT(3, options);
    pthread_t listener;
    umask(0);
    root = open(arguments[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    mountpoint = arguments[2];
    record = fopen(arguments[3], "we");
    direct = strcmp(arguments[4], "direct") == 0;
    folded = strcmp(arguments[4], "folded") == 0;
    if (root < 0 || !record) return perror("fault-fuse"), 1;
    mounted = fuse_new(&list, &operations, sizeof operations, NULL);
    if (!mounted || fuse_mount(mounted, mountpoint)) {
        say("lacking FUSE: %s", strerror(errno));
        return 3;
    }
    if (pthread_create(&listener, NULL, listen_to_input, NULL)) return 1;
    say("ready");
    int result = fuse_loop_mt(mounted, 0);
    umount2(mountpoint, MNT_DETACH);
    return result;
}
