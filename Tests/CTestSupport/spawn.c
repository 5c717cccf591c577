// Declared only under _GNU_SOURCE, which must not reach Swift's own Glibc module; glibc 2.29 and later has it.
#define _GNU_SOURCE
#include "CTestSupport.h"

#include <spawn.h>

int signet_change_folder(void *actions, const char *path) {
    return posix_spawn_file_actions_addchdir_np(actions, path);
}
