import ManifestVerifier

/// The store of a gate. Other gates may write to it, and it cannot be read before the device is unlocked: nothing is
/// written before it was read.
struct StoreAccess {
    private let keeper: (any DocumentKeeper)?
    /// Whether the document has rules, which need a memory.
    private let hasMemory: Bool
    /// Whether the app leaves it to the memory to tell this installation from others.
    private let needsInstallID: Bool
    private var hasReadDocument = false
    private var hasReadMemory = false
    /// The memory as it is in the store, as far as is known.
    private var kept: RuleMemory?
    /// Whether the store has what it should remember.
    private(set) var isMemoryKept = true

    /// - Parameter keeper: nil to remember for one session.
    init(_ keeper: (any DocumentKeeper)?, format: DocumentFormat, needsInstallID: Bool) {
        self.keeper = keeper
        hasMemory = format.hasRules
        self.needsInstallID = needsInstallID
    }

    /// Reads the document, if it was not read yet.
    mutating func loadDocument(into knowledge: inout Knowledge) {
        if !hasReadDocument { readDocument(into: &knowledge) }
    }

    /// Reads the memory unless that was done before, and stores an install id if the file has none.
    mutating func loadMemory(into knowledge: inout Knowledge) {
        guard hasMemory else { return }
        let lacksInstallID = needsInstallID && kept == nil
        // Another gate may have made one since.
        if !hasReadMemory || lacksInstallID { readMemory(into: &knowledge) }
        if lacksInstallID, hasReadMemory, kept == nil { writeMemory(of: knowledge) }
        knowledge.hasInstallID = keeper == nil || kept != nil
    }

    /// Reads again what another gate may have written.
    mutating func reload(into knowledge: inout Knowledge) {
        readDocument(into: &knowledge)
        readMemory(into: &knowledge)
    }

    private mutating func readDocument(into knowledge: inout Knowledge) {
        do {
            if let stored = try keeper?.load() { knowledge.adopt(stored: stored) }
            hasReadDocument = true
        } catch {
            hasReadDocument = false
        }
    }

    private mutating func readMemory(into knowledge: inout Knowledge) {
        guard hasMemory else { return }
        do {
            kept = try keeper?.loadMemory()
            if let kept { knowledge.memory.merge(kept) }
            hasReadMemory = true
        } catch {
            hasReadMemory = false
        }
    }

    /// Keeps a document for the next session; false when that is not possible now.
    func save(_ manifest: VerifiedManifest) -> Bool {
        do {
            if hasReadDocument { try keeper?.save(manifest) }
            return hasReadDocument
        } catch {
            return false
        }
    }

    /// Keeps what rules need to be remembered, if it has changed.
    mutating func saveMemory(of knowledge: inout Knowledge) {
        guard let ids = knowledge.ruleIDs else { return }
        if !isKept(knowledge.memory) {
            // Another gate may have written to it since.
            readMemory(into: &knowledge)
            knowledge.memory.keep(ids)
            if hasReadMemory, !isKept(knowledge.memory) { writeMemory(of: knowledge) }
        }
        isMemoryKept = isKept(knowledge.memory)
    }

    private func isKept(_ memory: RuleMemory) -> Bool {
        needsInstallID ? memory == kept : memory.firstSeen == kept?.firstSeen ?? [:]
    }

    private mutating func writeMemory(of knowledge: Knowledge) {
        do {
            try keeper?.save(knowledge.memory)
            kept = knowledge.memory
        } catch {
            // It is tried again with the next decision.
            return
        }
    }
}
