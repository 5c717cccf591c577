#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Waits until what was written to an open file or folder is on the disk; false when it cannot be.
func flushToDisk(_ descriptor: CInt) -> Bool {
    #if canImport(Darwin)
        // fsync does not reach the medium there (fsync(2), "F_FULLFSYNC").
        fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0
    #else
        fsync(descriptor) == 0
    #endif
}
