// Files of this repository that the tool carries inside.
#ifndef SIGNET_CRESOURCES_H
#define SIGNET_CRESOURCES_H

#include <stddef.h>

// The bytes of a file, for ever; NULL where there is none of that name.
const unsigned char *_Nullable signet_resource(const char *_Nonnull name, size_t *_Nonnull count);

// The length of the paragraph that a text begins with, which an empty line or the end of the text ends. In C, since Swift would
// take a sixth of each call of a debug build for it.
size_t signet_paragraph(const unsigned char *_Nonnull text, size_t count);

#endif
