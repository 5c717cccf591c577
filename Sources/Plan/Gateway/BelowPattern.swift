import ManifestVerifier

/// Regular expressions (PCRE) for texts that begin with numbers below a bound, as `InstalledVersion` reads them: number by
/// number, leading zeros and missing numbers aside. `1.1.0-rc1` is 1.1.0; what does not begin with a digit is below nothing.
enum BelowPattern {
    /// The pattern for the beginning of such a text.
    ///
    /// - Parameter bound: the numbers of the bound, of which one is not 0: nothing is below 0.
    static func text(_ bound: [Int]) -> String {
        guard let number = bound.first else { return "" }
        let rest = Array(bound.dropFirst())
        var ways = number > 0 ? ["\(below(number))(?!\\d)"] : []
        if rest.contains(where: { $0 > 0 }) {
            // The same number, and then none or one that is below; `1.x` has one number.
            ways.append("\(number)(?!\\d)(?:(?!\\.\\d)|\\.\(text(rest)))")
        }
        return "0*(?:\(ways.joined(separator: "|")))"
    }

    /// The digits of the numbers below one, which is not 0, behind any zeros.
    private static func below(_ number: Int) -> String {
        let digits = String(number).utf8.map { Int($0 - UInt8(ascii: "0")) }
        var ways = digits.count > 1 ? ["\\d" + (digits.count > 2 ? "{1,\(digits.count - 1)}" : "")] : []
        for (place, digit) in digits.enumerated() {
            // What begins with 0 has fewer digits.
            let lowest = place == 0 && digits.count > 1 ? 1 : 0
            guard digit > lowest else { continue }
            let last = digit - 1 == lowest ? "\(lowest)" : "[\(lowest)-\(digit - 1)]"
            let more = digits.count - place - 1
            ways.append(
                digits[..<place].map { String($0) }.joined() + last + (more > 0 ? "\\d" : "")
                    + (more > 1 ? "{\(more)}" : ""))
        }
        return "(?:\(ways.joined(separator: "|")))"
    }
}
