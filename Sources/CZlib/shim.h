// zlib as Signet uses it: raw deflate streams (RFC 1951) and CRC-32.
#ifndef SIGNET_CZLIB_SHIM_H
#define SIGNET_CZLIB_SHIM_H

#include <zlib.h>

// The macros of zlib that Swift cannot import: they name the version and size of the stream.
static inline int signet_deflate_start(z_stream *_Nonnull stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
}

static inline int signet_inflate_start(z_stream *_Nonnull stream) {
    return inflateInit2(stream, -MAX_WBITS);
}

#endif
