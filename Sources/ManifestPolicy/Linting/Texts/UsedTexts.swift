import ManifestVerifier

/// The texts that documents use, each once however many documents do.
struct UsedTexts {
    /// A text and what its documents have in common.
    struct Text {
        let text: CatalogText
        fileprivate(set) var platforms: Set<Platform> = []
        fileprivate(set) var isRequired = false
    }

    /// The texts in the order in which they came up.
    private(set) var texts: [Text] = []
    /// The texts of each document by their index in `texts`; documents with the same texts, once.
    let documents: [[Int]]

    init(_ uses: [TextUse]) {
        // Keys and names are told apart by their bytes: `String ==` is canonical equivalence.
        var indices: [[UInt8]: Int] = [:]
        var documents: [[UInt8]: Set<Int>] = [:]
        for use in uses {
            let key = Array(use.text.key.utf8)
            let index = indices[key] ?? texts.count
            if index == texts.count {
                indices[key] = index
                texts.append(Text(text: use.text))
            }
            if let platform = use.platform { texts[index].platforms.insert(platform) }
            if use.isRequired { texts[index].isRequired = true }
            documents[Array(use.document.utf8), default: []].insert(index)
        }
        // In a fixed order, so that the same policy gives the same findings.
        self.documents = Set(documents.values.map { $0.sorted() }).sorted { $0.lexicographicallyPrecedes($1) }
    }
}
