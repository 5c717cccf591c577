import Plan
import Testing

@Test
func `the same plan gives the same page`() throws {
    #expect(try DemoPage.page().bytes == DemoPage.bytes.get())
}
