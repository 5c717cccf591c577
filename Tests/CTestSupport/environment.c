// For ST_NOEXEC.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static char folder[4096];

// Where temporary folders are made: what TMPDIR says, else in memory where there is room and programs may be started, since a
// disk takes a quarter longer for the same tests.
static const char *parent(void) {
    const char *named = getenv("TMPDIR");
    if (named != NULL && *named != 0) return named;
    struct statvfs memory;
    const char *shared = "/dev/shm";
    if (access(shared, W_OK) != 0 || statvfs(shared, &memory) != 0) return "/tmp";
#ifdef ST_NOEXEC
    if (memory.f_flag & ST_NOEXEC) return "/tmp";
#endif
    return (double)memory.f_bavail * memory.f_frsize >= 4e9 ? shared : "/tmp";
}

// For a process that has put nothing there, and so has no RunFolder.
static void remove_folder(void) { rmdir(folder); }

// Runs before main, whatever starts the tests: later, other threads would be reading the environment.
__attribute__((constructor)) static void prepare_environment(void) {
    // At most so many tests at once, whatever the environment says. All of them would start together otherwise; each would
    // wait minutes for a thread, and then all of them would ask their servers together.
    char width[24];
    snprintf(width, sizeof width, "%ld", 4 * sysconf(_SC_NPROCESSORS_ONLN));
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 1);

    // One folder for all that this process and its programs put on the disk; RunFolder removes it.
    int length = snprintf(folder, sizeof folder, "%s/signet-tests-%d", parent(), (int)getpid());
    if (length <= 0 || (size_t)length >= sizeof folder || mkdir(folder, 0700) != 0) return;
    setenv("TMPDIR", folder, 1);
    atexit(remove_folder);
}
