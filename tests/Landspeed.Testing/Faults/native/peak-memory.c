/* Runs a command and says on standard error how much memory it had resident at most: "peak KILOBYTES".

   peak-memory COMMAND... */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words) {
    if (count < 2) {
        fprintf(stderr, "usage: peak-memory COMMAND...\n");
        return 125;
    }
    pid_t child = fork();
    if (!child) {
        execv(words[1], words + 1);
        fprintf(stderr, "%s: %s\n", words[1], strerror(errno));
        _exit(125);
    }
    int status;
    struct rusage used;
    if (child < 0 || wait4(child, &status, 0, &used) != child) {
        perror("peak-memory");
        return 125;
    }
    fprintf(stderr, "peak %ld\n", used.ru_maxrss);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
