/* Runs a command and stands before each of its system calls that look at a name: at the nth after it first named a
   place, what has one name gets another file. The command sees what an attacker with perfect timing would show it:
   between two of those calls nothing shows when names were exchanged, but for a time in the status of an open file.

   attack-gate PLACE NTH BACK NAME EVIL COMMAND...
   PLACE   counting begins with the first call that has this text in a path; after it each call counts that has a path
           with this text, a relative one or one below /proc/self/fd, or lists a directory
   NTH     at which call NAME and EVIL are exchanged, or EVIL moved to NAME if there is none; 0: only counts
   BACK    after how many further calls they are exchanged again; 0: never
   Says on standard error: "gate COUNT DONE OPENED", how many calls there were, whether the exchange took place, and
   whether something was opened afterwards by the path NAME or one that leads through it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __x86_64__
#define ARCH AUDIT_ARCH_X86_64
#else
#define ARCH AUDIT_ARCH_AARCH64
#endif
#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif

/* Which arguments are paths, the second 0 where there is one only; -1: there is none, and it looks at names all the
   same. */
static const struct call { int number, path, other; } calls[] = {
    { SYS_openat, 1 }, { SYS_openat2, 1 }, { SYS_newfstatat, 1 }, { SYS_statx, 1 }, { SYS_unlinkat, 1 },
    { SYS_renameat2, 1, 3 }, { SYS_renameat, 1, 3 }, { SYS_mkdirat, 1 }, { SYS_symlinkat, 2 }, { SYS_linkat, 1, 3 },
    { SYS_mknodat, 1 }, { SYS_fchmodat, 1 }, { SYS_fchmodat2, 1 }, { SYS_fchownat, 1 }, { SYS_utimensat, 1 },
    { SYS_readlinkat, 1 }, { SYS_faccessat, 1 }, { SYS_setxattr, 0 }, { SYS_lsetxattr, 0 }, { SYS_getxattr, 0 },
    { SYS_lgetxattr, 0 }, { SYS_listxattr, 0 }, { SYS_llistxattr, 0 }, { SYS_removexattr, 0 }, { SYS_statfs, 0 },
    { SYS_truncate, 0 },
#ifdef __x86_64__
    { SYS_open, 0 }, { SYS_stat, 0 }, { SYS_lstat, 0 }, { SYS_unlink, 0 }, { SYS_rename, 0, 1 }, { SYS_mkdir, 0 },
    { SYS_rmdir, 0 }, { SYS_chmod, 0 }, { SYS_chown, 0 }, { SYS_lchown, 0 }, { SYS_readlink, 0 }, { SYS_link, 0, 1 },
    { SYS_symlink, 1 }, { SYS_access, 0 }, { SYS_creat, 0 },
#endif
    { SYS_getdents64, -1 },
};
enum { CALLS = sizeof calls / sizeof calls[0] };

static void fail(const char *what) {
    fprintf(stderr, "attack-gate: %s: %s\n", what, strerror(errno));
    exit(125);
}

static void send_descriptor(int socket, int descriptor) {
    char data = 0, room[CMSG_SPACE(sizeof(int))] = { 0 };
    struct iovec bytes = { &data, 1 };
    struct msghdr message = { .msg_iov = &bytes, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room };
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    *header = (struct cmsghdr){ .cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS };
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    if (sendmsg(socket, &message, 0) != 1) fail("sendmsg");
}

static int receive_descriptor(int socket) {
    char data, room[CMSG_SPACE(sizeof(int))];
    struct iovec bytes = { &data, 1 };
    struct msghdr message = { .msg_iov = &bytes, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room };
    int descriptor;
    if (recvmsg(socket, &message, 0) != 1 || !CMSG_FIRSTHDR(&message)) return -1;
    memcpy(&descriptor, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof descriptor);
    return descriptor;
}

static void run(int socket, char **command) {
    struct sock_filter filter[CALLS + 5];
    int length = 0;
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
    filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 0, CALLS + 1);
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (int i = 0; i < CALLS; i++)
        filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i].number, CALLS - i, 0);
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    struct sock_fprog program = { (unsigned short)length, filter };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) fail("no_new_privs");
    int listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
    if (listener < 0) fail("seccomp");
    send_descriptor(socket, listener);
    close(listener);
    close(socket);
    execv(command[0], command);
    fail(command[0]);
}

enum { PATH = 4096 };

static int read_path(int pid, unsigned long long address, char *text) {
    struct iovec own = { text, PATH - 1 }, other = { (void *)address, PATH - 1 };

    /* A page that is not there ends what is read: the text is then shorter. */
    ssize_t got = process_vm_readv(pid, &own, 1, &other, 1, 0);
    if (got <= 0) {
        other.iov_len = own.iov_len = 4096 - address % 4096 < PATH ? 4096 - address % 4096 : PATH - 1;
        got = process_vm_readv(pid, &own, 1, &other, 1, 0);
    }
    if (got <= 0) return 0;
    text[got] = 0;
    return 1;
}

/* Whether a path may lead into the place: a relative one does, or one that begins at a descriptor. An empty one stands
   for an open file. */
static int leads(int pid, unsigned long long address, const char *place, int begun) {
    char text[PATH];
    return read_path(pid, address, text) && (strstr(text, place)
        || (begun && text[0] && (text[0] != '/' || !strncmp(text, "/proc/self/fd/", 14))));
}

static int looks(const struct seccomp_notif *asked, const char *place, int begun) {
    for (int i = 0; i < CALLS; i++) {
        const struct call *call = &calls[i];
        if (call->number == asked->data.nr)
            return call->path < 0 ? begun
                : leads((int)asked->pid, asked->data.args[call->path], place, begun)
                    || (call->other && leads((int)asked->pid, asked->data.args[call->other], place, begun));
    }
    return 0;
}

static int opens(const struct seccomp_notif *asked, const char *name) {
    char text[PATH];
    size_t length = strlen(name);
    int number = asked->data.nr, path = number == SYS_openat || number == SYS_openat2 ? 1 : -1;
#ifdef __x86_64__
    if (number == SYS_open || number == SYS_creat) path = 0;
#endif
    return path >= 0 && read_path((int)asked->pid, asked->data.args[path], text)
        && !strncmp(text, name, length) && (!text[length] || text[length] == '/');
}

static int exchange(const char *name, const char *evil) {
    return !renameat2(AT_FDCWD, name, AT_FDCWD, evil, RENAME_EXCHANGE)
        || (errno == ENOENT && !renameat2(AT_FDCWD, evil, AT_FDCWD, name, RENAME_NOREPLACE));
}

int main(int count, char **words) {
    int pair[2], begun = 0, done = 0, opened = 0;
    long seen = 0;
    if (count < 7) {
        fprintf(stderr, "usage: attack-gate PLACE NTH BACK NAME EVIL COMMAND...\n");
        return 125;
    }
    const char *place = words[1], *name = words[4], *evil = words[5];
    long nth = atol(words[2]), back = atol(words[3]);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) fail("socketpair");
    pid_t child = fork();
    if (!child) run(pair[0], words + 6);
    close(pair[0]);
    int listener = receive_descriptor(pair[1]);
    struct pollfd wait = { listener, POLLIN, 0 };
    while (listener >= 0 && poll(&wait, 1, -1) > 0 && !(wait.revents & POLLHUP)) {
        struct seccomp_notif asked = { 0 };
        if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &asked)) continue;
        if (looks(&asked, place, begun)) {
            begun = 1;
            seen++;
            if (nth > 0 && seen == nth) done = exchange(name, evil);
            if (done) opened |= opens(&asked, name);
            if (done && back > 0 && seen == nth + back) exchange(name, evil);
        }
        struct seccomp_notif_resp answer = { asked.id, 0, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE };
        ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
    }
    int status;
    waitpid(child, &status, 0);
    fprintf(stderr, "gate %ld %d %d\n", seen, done, opened);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
