import Foundation
import ManifestVerifier
import Testing
import WebBundles

@Suite struct `The list of a bundle's files, as on Android` {
    private var vectors: JSONObject

    init() throws {
        // Foundation's reader takes a byte order mark out of strings.
        let bytes = try Data(contentsOf: BundleVectors.folder.appending(path: "lists.json"))
        vectors = try JSONObject(try JSONParser.parse([UInt8](bytes)))
    }

    @Test mutating func `has one spelling, and the digest of that`() throws {
        let cases = try vectors.required("cases").asArray()
        #expect(cases.count == 6)
        for each in cases {
            var members = try JSONObject(each)
            let name = try members.required("name").asString()
            let text = Array(try members.required("list").asString().utf8)
            var list = FileList()
            for file in try JSONObject(members.required("files")).members {
                let content = Array(try file.value.asString().utf8)
                list.add(file.name, digest: SHA256.hash(content), byteCount: content.count)
            }
            #expect(list.bytes == text, "\(name)")
            #expect(try list.digest == members.required("digest").asString(), "\(name)")
            #expect(FileList(text) == list, "\(name)")
            try members.refuseUnknownMembers()
        }
    }

    @Test mutating func `is read strictly`() throws {
        let cases = try vectors.required("refused").asArray()
        #expect(cases.count == 31)
        for each in cases {
            var members = try JSONObject(each)
            let name = try members.required("name").asString()
            #expect(FileList(Array(try members.required("list").asString().utf8)) == nil, "\(name)")
            try members.refuseUnknownMembers()
        }
    }

    @Test func `is no list with a byte that is no text`() {
        let line = Array("\(String(repeating: "0", count: 64)) 1 a".utf8)
        #expect(FileList(line + [0x0A]) != nil)
        #expect(FileList(line + [0xFF, 0x0A]) == nil)
    }
}
