/// Reads verified bodies of one format. ``GateReader`` reads Signet's own; `Classic` has those of other published formats.
///
/// Readers ignore members that they do not know, so that later documents still reach older apps.
public protocol DocumentReader: Sendable {
    /// The format that it reads.
    var format: DocumentFormat { get }
    /// Whether what it reads goes by the signed date and by what a device remembers: without a date it then says nothing.
    var goesByDate: Bool { get }

    /// What a verified body says; fails unless it is a document of this format.
    func read(_ body: [UInt8]) throws(DocumentError) -> any Sendable
}
