import Population
import TestSupport
import Testing

@Test
func `a population has kinds of devices with their numbers`() throws {
    let folder = try TemporaryFolder()
    try folder.write("fleet.csv", "platform,os,app,devices\nios,17.4,3.2.0,5\n")
    var counts: [Int] = []
    try PopulationFile(path: folder.path("fleet.csv")).forEachKind { _, count in counts.append(count) }
    #expect(counts == [5])
}
