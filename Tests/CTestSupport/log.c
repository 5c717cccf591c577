// For fopencookie.
#define _GNU_SOURCE
#include "CTestSupport.h"
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A failed expectation says the values that it compares, and of two long texts a log would have nothing else.
static const size_t longest = 32 << 10;
static const size_t shown = 8 << 10;

char *signet_brief(const char *text, size_t length) {
    if (length <= longest) return NULL;
    size_t start = shown;
    // Not within a character of UTF-8.
    while (start > 0 && ((unsigned char)text[start] & 0xC0) == 0x80) start--;
    uint64_t hash = 5381;
    for (size_t i = 0; i < length; i++) hash = hash * 33 ^ (unsigned char)text[i];
    char *brief = NULL;
    if (asprintf(&brief, "%.*s… (%zu bytes, hash %llx)\n", (int)start, text, length, (unsigned long long)hash) < 0)
        return NULL;
    return brief;
}

#ifdef __GLIBC__
static FILE *log_stream;

int signet_log_is_brief(void) { return stderr == log_stream; }

static void write_all(const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(STDERR_FILENO, text, length);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        text += written;
        length -= (size_t)written;
    }
}

static ssize_t write_brief(void *cookie, const char *text, size_t length) {
    (void)cookie;
    char *brief = signet_brief(text, length);
    write_all(brief ? brief : text, brief ? strlen(brief) : length);
    free(brief);
    return (ssize_t)length;
}

// Swift Testing writes each of its messages at once.
__attribute__((constructor)) static void keep_log_brief(void) {
    log_stream = fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_brief});
    if (log_stream == NULL) return;
    setvbuf(log_stream, NULL, _IONBF, 0);
    stderr = log_stream;
}
#else
int signet_log_is_brief(void) { return 0; }
#endif
