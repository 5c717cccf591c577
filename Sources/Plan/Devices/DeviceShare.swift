/// A part of a population as people read it: `3.1%`, `<0.1%`, `>99.9%`; neither a device nor all but one is rounded away.
package struct DeviceShare: Equatable, Sendable, CustomStringConvertible {
    package let description: String

    /// - Parameter part: from 0 to `whole`.
    package init(_ part: Int, of whole: Int) {
        guard part > 0 else {
            description = "0%"
            return
        }
        guard part < whole else {
            description = "100%"
            return
        }
        let (tenths, rest) = UInt(whole).dividingFullWidth(UInt(part).multipliedFullWidth(by: 1_000))
        let rounded = tenths + (rest >= UInt(whole) - rest ? 1 : 0)
        description =
            switch rounded {
            case 0: "<0.1%"
            case 1_000: ">99.9%"
            default: "\(rounded / 10).\(rounded % 10)%"
            }
    }
}

extension Int {
    /// The number as people read it: `12,345,678`.
    package var grouped: String {
        var text = ""
        for (place, digit) in String(magnitude).reversed().enumerated() {
            if place > 0, place % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return (self < 0 ? "-" : "") + String(text.reversed())
    }
}
