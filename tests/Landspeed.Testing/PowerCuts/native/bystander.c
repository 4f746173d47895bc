/* Writes and syncs a file of its own every few milliseconds until the end of input: a neighbour on the same volume, who
 * forces out what others have not asked for.
 *
 *   bystander FILE
 *
 * On btrfs every other time the whole volume is told to commit (START_SYNC, WAIT_SYNC; a sync of a file goes to its
 * tree log there and takes nobody else's metadata along). */
#include <fcntl.h>
#include <linux/btrfs.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int main(int count, char **arguments) {
    char block[4096];
    struct pollfd input = { .fd = 0, .events = POLLIN };
    if (count != 2) return 2;
    int file = open(arguments[1], O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) {
        perror(arguments[1]);
        return 1;
    }
    for (unsigned turn = 0;; turn++) {
        memset(block, (int)turn, sizeof block);
        if (pwrite(file, block, sizeof block, (turn % 64) * (off_t)sizeof block) < 0) return 1;
        __u64 transaction = 0;
        if (turn % 2 && !ioctl(file, BTRFS_IOC_START_SYNC, &transaction)) ioctl(file, BTRFS_IOC_WAIT_SYNC, &transaction);
        else fsync(file);
        if (turn == 0) {
            puts("ready");
            fflush(stdout);
        }
        if (poll(&input, 1, 3) > 0) return 0;
    }
}
