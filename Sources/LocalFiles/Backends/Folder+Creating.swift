#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Folder {
    /// Opens a folder that a person named, making it and the folders above it where they are missing.
    package convenience init(creating path: String) throws(FileError) {
        var made: [String] = []
        try self.init(creating: path, made: &made)
    }

    /// Opens a folder that a person named, making it and the folders above it where they are missing; a failure leaves
    /// none of them behind.
    ///
    /// - Parameter made: gets the paths of the folders that were made, the outermost first.
    package convenience init(creating path: String, made: inout [String]) throws(FileError) {
        do throws(FileError) {
            var partial = path.hasPrefix("/") ? "/" : ""
            for segment in path.split(separator: "/") {
                partial += (partial.isEmpty || partial.hasSuffix("/") ? "" : "/") + segment
                if unsafe mkdir(partial, 0o755) == 0 {
                    made.append(partial)
                } else if errno != EEXIST {
                    throw FileError.last(partial, .write)
                }
            }
            do throws(FileError) {
                try self.init(path: path)
            } catch {
                // Making the folder is what failed.
                throw FileError(path, .write, error.reason)
            }
        } catch {
            Self.removeEmpty(made)
            made = []
            throw error
        }
    }

    /// Runs `work`; when it fails, the folders that were made for it are removed.
    ///
    /// - Parameter work: gets a list for the paths of these folders, the outermost first.
    package static func withoutResidue<Result>(
        _ work: (inout [String]) async throws -> Result
    ) async throws -> Result {
        var made: [String] = []
        do {
            return try await work(&made)
        } catch {
            removeEmpty(made)
            throw error
        }
    }

    /// Removes folders that were made for something that failed; one that is no longer empty stays.
    ///
    /// - Parameter made: the paths, the outermost first.
    package static func removeEmpty(_ made: [String]) {
        for path in made.reversed() { unsafe rmdir(path) }
    }
}
