import LocalFiles

/// What a program reads from its standard input.
package enum ProgramInput: Sendable {
    case bytes([UInt8])
    /// A whole file, from its start.
    case file(ReadableFile)
}
