import Testing
@testable import Programs

@Test func `more requests are sent at once as long as that brings more`() {
    var pace = Pace(descriptors: 1_024)
    #expect((pace.atOnce, pace.round) == (16, 256))
    pace.succeeded(256, in: .seconds(1))
    #expect(pace.atOnce == 32)
    pace.succeeded(512, in: .seconds(1))
    #expect(pace.atOnce == 64)
    pace.succeeded(1_024, in: .seconds(1))
    #expect((pace.atOnce, pace.round) == (128, 2_000))
    pace.succeeded(2_000, in: .seconds(1))
    #expect(pace.atOnce == 128)
}

@Test func `a step that brings nothing is the last one`() {
    var pace = Pace(descriptors: 1_024)
    pace.succeeded(256, in: .seconds(1))
    pace.succeeded(512, in: .seconds(2))
    #expect(pace.atOnce == 32)
    pace.succeeded(512, in: .milliseconds(1))
    #expect(pace.atOnce == 32)
}

@Test func `a few requests say nothing about the pace`() {
    var pace = Pace(descriptors: 1_024)
    pace.succeeded(20, in: .milliseconds(1))
    #expect(pace.atOnce == 16)
}

@Test func `half as many are sent at once when some must be sent again`() {
    var pace = Pace(descriptors: 1_024)
    for expected in [8, 4, 2, 1, 1] {
        pace.failed()
        #expect(pace.atOnce == expected)
    }
}

@Test(arguments: [(64, 8), (256, 72), (20, 1), (1 << 20, 128)])
func `no more are sent at once than a program may have files open`(descriptors: Int, most: Int) {
    var pace = Pace(descriptors: descriptors)
    var count = 10_000.0
    for _ in 0..<5 {
        pace.succeeded(Int(count), in: .seconds(1))
        count *= 2
    }
    #expect(pace.atOnce == most)
}
