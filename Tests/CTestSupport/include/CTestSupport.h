// What a run of the tests needs of C. Before Swift starts: see environment.c and log.c.
#ifndef SIGNET_CTESTSUPPORT_H
#define SIGNET_CTESTSUPPORT_H

#include <stddef.h>

// Lets a program that is started begin in a folder. The actions are a posix_spawn_file_actions_t.
int signet_change_folder(void *_Nonnull actions, const char *_Nonnull path);

// Of a long message, its beginning, its size and a hash, to be freed; NULL for one that the log says as it is.
char *_Nullable signet_brief(const char *_Nonnull text, size_t length);

// Whether the log of this process cuts long messages: where the C library is glibc.
int signet_log_is_brief(void);

#endif
