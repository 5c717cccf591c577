#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[4096];

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
    const char *parent = getenv("TMPDIR");
    int length = snprintf(
        folder, sizeof folder, "%s/signet-tests-%d", parent != NULL && *parent != 0 ? parent : "/tmp", (int)getpid());
    if (length <= 0 || (size_t)length >= sizeof folder || mkdir(folder, 0700) != 0) return;
    setenv("TMPDIR", folder, 1);
    atexit(remove_folder);
}
