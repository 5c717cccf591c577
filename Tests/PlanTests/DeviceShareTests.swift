import Plan
import Testing

@Test(
    arguments: [
        (0, 10, "0%"), (10, 10, "100%"), (1, 1_000_000, "<0.1%"), (999_999, 1_000_000, ">99.9%"), (23, 1_000, "2.3%"),
        (2, 100, "2.0%"), (1, 3, "33.3%"), (0, 0, "0%"), (1, 1_999, "0.1%"), (1, 2_001, "<0.1%"),
        (Int.max - 1, Int.max, ">99.9%"), (9_996, 10_000, ">99.9%"),
    ])
func `a share is never nothing or all unless it is`(part: Int, whole: Int, text: String) {
    #expect(DeviceShare(part, of: whole).description == text)
}
