// What a run of the tests needs of C. Before Swift starts: see environment.c.
#ifndef SIGNET_CTESTSUPPORT_H
#define SIGNET_CTESTSUPPORT_H

// Lets a program that is started begin in a folder. The actions are a posix_spawn_file_actions_t.
int signet_change_folder(void *_Nonnull actions, const char *_Nonnull path);

#endif
