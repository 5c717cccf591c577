import Foundation
import Testing

@Test func `the README is short enough to be read`() throws {
    let lines = try Article.readme.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    #expect(lines <= 120)
}

@Test(arguments: Article.allPaths)
func `every relative link leads to a file, and to a heading in it`(path: String) throws {
    let article = try Article(path: path)
    let folder = (path as NSString).deletingLastPathComponent
    for link in article.links where !link.contains("://") {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let target = parts[0].isEmpty ? path : ("/\(folder)/\(parts[0])" as NSString).standardizingPath
        let file = target.hasPrefix("/") ? String(target.dropFirst()) : target
        let isThere = FileManager.default.fileExists(atPath: Article.root.appendingPathComponent(file).path)
        #expect(isThere, "\(path): \(link) leads to no file")
        if isThere, parts.count == 2 {
            #expect(try Article(path: file).anchors.contains(parts[1]), "\(path): \(link) leads to no heading")
        }
    }
}

@Test(arguments: Article.allPaths)
func `every article is linked from the README or from the first page of its catalogue`(path: String) throws {
    let name = String((path as NSString).lastPathComponent.dropLast(".md".count))
    let folder = (path as NSString).deletingLastPathComponent
    guard folder.hasSuffix(".docc") else {
        let isLinked = try path == "README.md" || Article.readme.links.contains(path)
        #expect(isLinked, "\(path) cannot be reached from the README")
        return
    }
    let landing = folder + "/" + (folder as NSString).lastPathComponent.replacingOccurrences(of: ".docc", with: ".md")
    guard path != landing else { return }
    let first = try Article(path: landing)
    #expect(first.text.contains("<doc:\(name)>"), "\(landing) does not list \(name)")
    let isLinked = try Article.readme.links.contains(path) || first.links.contains { $0.hasPrefix("\(name).md") }
    #expect(isLinked, "\(path) can be reached neither from the README nor from \(landing)")
}

@Test func `every test that the threat model names is there`() throws {
    let threats = try Article("signet/ThreatModel")
    var named: Set<String> = []
    for line in threats.prose.split(separator: "\n") where line.hasPrefix("| ") && !line.hasSuffix("| tests |") {
        let cells = line.split(separator: " | ")
        let names = try #require(cells.last).matches(of: #/`([^`]+)`/#).map { String($0.1) }
        #expect(!names.isEmpty, "no test: \(line)")
        named.formUnion(names)
    }
    #expect(named.count > 100)

    let known = try Article.testNames.union(Article.vectorNames("sequences", "sequences-rules"))
    #expect(named.subtracting(known).sorted() == [])
}
