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
