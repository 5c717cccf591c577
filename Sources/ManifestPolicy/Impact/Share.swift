/// A part of a number of devices, as people read it: `2.3 %`.
package struct Share: Equatable, Sendable, CustomStringConvertible {
    /// From 0 to 1; 0 of nothing.
    package let fraction: Double
    private let isWhole: Bool

    package init(_ part: Int, of whole: Int) {
        fraction = whole > 0 ? Double(min(max(part, 0), whole)) / Double(whole) : 0
        isWhole = part >= whole
    }

    /// In tenths of a hundredth; what is not nothing never reads as nothing, nor what is not all as all.
    package var description: String {
        let tenths = Int((fraction * 1_000).rounded())
        if fraction == 0 { return "0 %" }
        if tenths == 0 { return "less than 0.1 %" }
        if tenths == 1_000 { return isWhole ? "100 %" : "more than 99.9 %" }
        return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
    }
}
