// The Linux calls that Glibc's Swift module hides or that are variadic in C.
#ifndef SIGNET_CLINUX_SHIM_H
#define SIGNET_CLINUX_SHIM_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/memfd.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// Through syscall(2): the C library declares these calls only under _GNU_SOURCE, and a module that defines it no
// longer agrees with Swift's own Glibc module about fd_set.
static inline int signet_exchange(int directory, const char *a, const char *b) {
    return (int)syscall(SYS_renameat2, directory, a, directory, b, RENAME_EXCHANGE);
}

static inline int signet_rename_no_replace(int directory, const char *from, const char *to) {
    return (int)syscall(SYS_renameat2, directory, from, directory, to, RENAME_NOREPLACE);
}

static inline int signet_syncfs(int file) {
    return (int)syscall(SYS_syncfs, file);
}

static inline int signet_openat(int directory, const char *name, int flags, mode_t mode) {
    return openat(directory, name, flags, mode);
}

// The name where it stands: Swift would copy all 256 bytes of the field, and an entry may be shorter.
static inline const char *_Nonnull signet_entry_name(const struct dirent *_Nonnull entry) {
    return entry->d_name;
}

// Declared only under _GNU_SOURCE, see above; glibc 2.34 and later has it.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *_Nonnull actions, int from);

static inline int signet_close_from(posix_spawn_file_actions_t *_Nonnull actions, int from) {
    return posix_spawn_file_actions_addclosefrom_np(actions, from);
}

// Both ends are closed in every program that is started.
static inline int signet_pipe(int ends[_Nonnull 2]) {
    return (int)syscall(SYS_pipe2, ends, O_CLOEXEC);
}

// A file without a name, closed in every program that is started.
static inline int signet_nameless_file(void) {
    return (int)syscall(SYS_memfd_create, "signet", MFD_CLOEXEC);
}

// SIG_IGN is a macro with a cast.
static inline int signet_is_ignored(int signal) {
    struct sigaction action;
    return sigaction(signal, (void *)0, &action) == 0 && action.sa_handler == SIG_IGN;
}

// No core file of this process, or of a program that it starts, and no other program of the user reads its memory.
static inline int signet_forbid_dumps(void) {
    const struct rlimit none = {0, 0};
    return setrlimit(RLIMIT_CORE, &none) == 0 && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 ? 0 : -1;
}

// No file that the process writes grows beyond this from now on.
static inline int signet_limit_file_size(pid_t process, uint64_t bytes) {
    struct { uint64_t current, maximum; } limit;
    if (syscall(SYS_prlimit64, process, RLIMIT_FSIZE, (void *)0, &limit) != 0) return -1;
    if (bytes < limit.current) limit.current = bytes;
    return (int)syscall(SYS_prlimit64, process, RLIMIT_FSIZE, &limit, (void *)0);
}

#endif
