// The Linux calls that Glibc's Swift module hides or that are variadic in C.
#ifndef SIGNET_CLINUX_SHIM_H
#define SIGNET_CLINUX_SHIM_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
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

#endif
