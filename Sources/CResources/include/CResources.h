// Files of this repository that the tool carries inside.
#ifndef SIGNET_CRESOURCES_H
#define SIGNET_CRESOURCES_H

#include <stddef.h>

// The bytes of a file, for ever; NULL where there is none of that name.
const unsigned char *_Nullable signet_resource(const char *_Nonnull name, size_t *_Nonnull count);

#endif
