/* Rules of both fault programs, and the lines they speak with the test that started them.
 *
 * In, one a line:
 *   rule OPS NTH ACTION ARGUMENT once|always FILTER   answered "ok NUMBER"
 *       OPS       words of the program joined by commas, or any
 *       NTH       the matching operation at which it fires, from 1; 0 only counts
 *       ACTION    count, deny ERRNO, hold, kill (before the operation); fault-fuse only: kill-after, short BYTES,
 *                 delay MILLISECONDS, flip BYTE (a bit of that byte of what is read); ARGUMENT 0 elsewhere
 *       FILTER    "=name" an exact file name, "~text" a part of the path, "*" everything; to the end of the line
 *   allow NUMBER, deny NUMBER ERRNO                   lets the operation go that a rule holds; answered "done"
 *   count NUMBER                                      answered "count NUMBER SEEN"
 *   clear                                             no rule any more, nothing held; answered "done"
 * Out, when a rule acts:
 *   fired|held NUMBER ORDINAL OP OFFSET LENGTH PID PATH    PATH has \xNN for control characters and backslash
 * At the end of input everything held is let go, "count NUMBER SEEN" is said of each rule, and the program ends. */
#pragma once
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RULES = 64 };
enum action { COUNT, DENY, HOLD, KILL_BEFORE, KILL_AFTER, SHORT, DELAY, FLIP };
static const char *const action_words[] = {
    "count", "deny", "hold", "kill", "kill-after", "short", "delay", "flip", NULL
};

struct rule {
    unsigned long long ops;
    long nth, seen, argument;
    enum action action;
    int always;
    int let_go;          /* of a held operation: -1 undecided, 0 allowed, else the errno */
    char filter[512];
};

struct decision {
    enum action action;  /* COUNT: go on as if there were no rule */
    int number;          /* of the rule, from 1 */
    long argument;
};

static struct rule rules[MAX_RULES];
static int rule_count;

static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    flockfile(stdout);
    vprintf(format, list);
    putchar('\n');
    fflush(stdout);
    funlockfile(stdout);
    va_end(list);
}

static void escape(const char *path, char *to, size_t size) {
    size_t used = 0;
    for (; *path && used + 5 < size; path++) {
        unsigned char c = (unsigned char)*path;
        if (c < 0x20 || c == 0x7f || c == '\\') used += (size_t)sprintf(to + used, "\\x%02x", c);
        else to[used++] = (char)c;
    }
    to[used] = 0;
}

static void tell(const char *what, int number, long ordinal, const char *op, long long offset,
                 unsigned long long length, int pid, const char *path) {
    char shown[16384];
    escape(path, shown, sizeof shown);
    say("%s %d %ld %s %lld %llu %d %s", what, number, ordinal, op, offset, length, pid, shown);
}

static int filter_matches(const char *filter, const char *path) {
    const char *slash = strrchr(path, '/');
    switch (filter[0]) {
    case '=': return strcmp(filter + 1, slash ? slash + 1 : path) == 0;
    case '~': return strstr(path, filter + 1) != NULL;
    default: return 1;
    }
}

/* Counts an operation in every rule that matches it; the first rule that is due decides. */
static struct decision decide(int op, const char *op_word, const char *path, const char *other, long long offset,
                              unsigned long long length, int pid) {
    struct decision decided = { COUNT, 0, 0 };
    for (int i = 0; i < rule_count; i++) {
        struct rule *rule = &rules[i];
        if (!(rule->ops >> op & 1)) continue;
        if (!filter_matches(rule->filter, path) && !(other && filter_matches(rule->filter, other))) continue;
        rule->seen++;
        int due = rule->nth > 0 && (rule->always ? rule->seen >= rule->nth : rule->seen == rule->nth);
        if (!due || decided.action != COUNT || rule->action == COUNT) continue;
        decided = (struct decision){ rule->action, i + 1, rule->argument };
        rule->let_go = -1;
        tell(rule->action == HOLD ? "held" : "fired", i + 1, rule->seen, op_word, offset, length, pid, path);
    }
    return decided;
}

static int index_of(const char *word, const char *const *words) {
    for (int i = 0; words[i]; i++) {
        if (strcmp(word, words[i]) == 0) return i;
    }
    return -1;
}

/* A number or a name such as EIO; 0 for what is neither. */
static int error_number(const char *text) {
    if (text[0] != 'E') return atoi(text);
    for (int i = 1; i < 134; i++) {
        const char *name = strerrorname_np(i);
        if (name && strcmp(name, text) == 0) return i;
    }
    return 0;
}

static int parse_rule(char *line, const char *const *op_words, enum action last) {
    char ops[512], action[32], argument[32], when[16];
    long nth;
    int at = 0;
    if (rule_count == MAX_RULES) return -1;
    if (sscanf(line, "%511s %ld %31s %31s %15s %n", ops, &nth, action, argument, when, &at) < 5 || !at) return -1;
    struct rule rule = { .nth = nth, .always = strcmp(when, "always") == 0, .let_go = -1 };
    int kind = index_of(action, action_words);
    if (kind < 0 || kind > (int)last || strlen(line + at) >= sizeof rule.filter) return -1;
    rule.action = (enum action)kind;
    rule.argument = rule.action == DENY ? error_number(argument) : atol(argument);
    strcpy(rule.filter, line + at);
    char *rest = NULL;
    for (char *op = strtok_r(ops, ",", &rest); op; op = strtok_r(NULL, ",", &rest)) {
        int number = index_of(op, op_words);
        if (strcmp(op, "any") == 0) rule.ops = ~0ULL;
        else if (number < 0) return -1;
        else rule.ops |= 1ULL << number;
    }
    rules[rule_count++] = rule;
    return rule_count;
}

/* Carries out one line. Held operations see their rule's let_go change; the caller wakes them. last: the last action
 * that the program has. */
static void obey(char *line, const char *const *op_words, enum action last) {
    int number, error = 0;
    char name[32];
    line[strcspn(line, "\n")] = 0;
    if (strncmp(line, "rule ", 5) == 0) {
        number = parse_rule(line + 5, op_words, last);
        if (number > 0) say("ok %d", number);
        else say("bad %s", line);
    } else if (strcmp(line, "clear") == 0) {
        for (int i = 0; i < rule_count; i++) rules[i].let_go = 0;
        rule_count = 0;
        say("done");
    } else if (sscanf(line, "count %d", &number) == 1 && number >= 1 && number <= rule_count) {
        say("count %d %ld", number, rules[number - 1].seen);
    } else if (sscanf(line, "allow %d", &number) == 1 && number >= 1 && number <= rule_count) {
        rules[number - 1].let_go = 0;
        say("done");
    } else if (sscanf(line, "deny %d %31s", &number, name) == 2 && number >= 1 && number <= rule_count
               && (error = error_number(name)) > 0) {
        rules[number - 1].let_go = error;
        say("done");
    } else {
        say("bad %s", line);
    }
}

static void say_counts(void) {
    for (int i = 0; i < rule_count; i++) say("count %d %ld", i + 1, rules[i].seen);
}
