import AppGate
import Foundation
import Plan
import Testing
import TestSupport

/// Files that are fine, and what they say.
private let goodFiles: [(text: String, kinds: [String: Int])] = [
    (
        "platform,os,app,devices\nios,17.4,3.2.0,5\nandroid,34,3.1,7\n",
        ["ios 17.4 app 3.2.0": 5, "android 34 app 3.1": 7]
    ),
    // The same kind again, and the last line without an end.
    ("platform,os,app,devices\nios,17,1,5\nios,17,1,6\r\nios,17,1,7", ["ios 17 app 1": 18]),
    ("platform,os,app,devices", [:]), ("platform,os,app,devices\r\n", [:]), ("platform,os,app,devices\n\n\r\n\n", [:]),
    ("\u{FEFF}platform,os,app,devices\nios,17,1,5\n\n\n", ["ios 17 app 1": 5]),
    ("\u{FEFF}\"platform\",os,app,devices\nios,17,1,5", ["ios 17 app 1": 5]),
    // Any order, any case, spaces, and columns that nobody knows.
    (
        "devices, OS ,country,\"App\",Platform,n\n3,17,\"de, at\n\",1.0,iOS,\"\"\"\"\n",
        ["ios 17 app 1.0": 3]
    ),
    (
        "store,language,platform,build,os,devices,app\n3.3,ar,android,41,30,2,3.2\n41,,ANDROID,,30,0,\n,,ios,x,1,1,\n",
        [
            "android 30 app 3.2 build 41 store 3.3": 2, "android 30 store 41": 0, "ios 1 build x": 1,
        ]
    ),
    // Quotes, and a comma in a field that counts.
    (
        "platform,os,app,devices\n\"ios\",\"17\",\"1,\"\"0\"\"\",\"5\"\nios,17,,4\n",
        ["ios 17 app 1,\"0\"": 5, "ios 17": 4]
    ),
    // A doubled quote is one, whatever combines with it.
    ("platform,os,app,devices\nios,17,\"1,\"\"\u{301}\",5\n", ["ios 17 app 1,\"\u{301}": 5]),
    (
        "platform,os,app,build,devices\nios,1,\"a,b\",c,1\nios,1,a,\"b,c\",2\n",
        ["ios 1 app a,b build c": 1, "ios 1 app a build b,c": 2]
    ),
    ("platform,os,app,devices\nios,17,1.0-β,00000000000005\n", ["ios 17 app 1.0-β": 5]),
    ("platform,os,app,devices\nios,17,1,1000000000000\n", ["ios 17 app 1": 1_000_000_000_000]),
    // The same bytes in other fields are another kind.
    (
        "platform,os,app,build,x,channel,devices\nios,1,1,1234,,de,1\nios,1,1,1234de,,,2\nios,1,1,,,1234de,4\n",
        ["ios 1 app 1 build 1234 channel de": 1, "ios 1 app 1 build 1234de": 2, "ios 1 app 1 channel 1234de": 4]
    ),
]

@Test(arguments: goodFiles)
func `a population has kinds of devices with their numbers`(text: String, kinds: [String: Int]) throws {
    #expect(reading(text) == .kinds(kinds))
    #expect(reading(text.replacing("\n", with: "\r\n").replacing("\r\r", with: "\r")) == .kinds(kinds))
}

@Test func `kinds come in the order in which they first appear`() throws {
    let versions = (0..<5_000).map { "\($0 * 7919 % 5_000).\($0 % 3)" }
    let lines = (versions + versions.reversed()).map { "ios,17,\($0),1\n" }.joined()
    var seen: [String] = []
    try opened("platform,os,app,devices\n" + lines).forEachKind { device, count in
        #expect(count == 2)
        seen.append(device.device.version?.spelling ?? "")
    }
    #expect(seen == versions)
}

@Test func `a file can be read again, through links, and not from a pipe`() throws {
    let folder = try TemporaryFolder()
    try folder.write("data/fleet.csv", "platform,os,app,devices\nios,17,1,5\n")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.csv"), withDestinationPath: "data/fleet.csv")
    let file = try PopulationFile(path: folder.path("link.csv"))
    for _ in 0..<2 {
        var sum = 0
        try file.forEachKind { sum += $1 }
        #expect(sum == 5)
    }
    try check("mkfifo", [folder.path("pipe")])
    for name in ["pipe", "data"] {
        let report = try #require(throws: (any Error).self) { try PopulationFile(path: folder.path(name)) }
        #expect("\(report)".contains("is not a regular file") && "\(report)".contains("a pipe is not read"))
    }
    #expect(throws: (any Error).self) { try PopulationFile(path: folder.path("none.csv")) }
}

@Test func `what the reader of the kinds throws ends the reading`() throws {
    struct Enough: Error {}
    let file = try opened("platform,os,app,devices\nios,17,1,5\nios,17,2,5\n")
    var seen = 0
    #expect(throws: Enough.self) {
        try file.forEachKind { _, _ in
            seen += 1
            throw Enough()
        }
    }
    #expect(seen == 1)
}
