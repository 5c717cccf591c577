import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The store of a gate. Other gates write to it, and it cannot be read before the device is unlocked: what is written
/// replaces only what was read.
struct StoreAccess {
    private let keeper: (any DocumentKeeper)?
    /// Those of what may be kept.
    private let envelopes: [Envelope]
    /// Whether the document has rules, which need a memory.
    private let hasMemory: Bool
    /// Whether the app leaves it to the memory to tell this installation from others.
    private let needsInstallID: Bool
    /// How many seconds to wait for others who are writing: not again when that was in vain.
    private var patience = StateFile.patience
    private var hasReadDocument = false
    /// Whether the store has what was last accepted, or something newer.
    private var isDocumentKept = true
    private var hasReadMemory = false
    /// The memory as it is in the store, as far as is known.
    private var kept: RuleMemory?
    /// Whether the store has what it should remember.
    private var isMemoryKept = true

    /// - Parameter keeper: nil to remember for one session.
    init(_ keeper: (any DocumentKeeper)?, configuration: GateConfiguration, needsInstallID: Bool) {
        self.keeper = keeper
        envelopes = configuration.keptEnvelopes
        hasMemory = configuration.verifier.reader.goesByDate
        self.needsInstallID = needsInstallID
    }

    /// Whether the next session will know what this one does.
    var isKept: Bool { isDocumentKept && isMemoryKept }

    // MARK: The document

    /// Reads the document, if it was not read yet, and keeps what could not be kept before.
    mutating func loadDocument(into knowledge: inout Knowledge, now: Date) {
        if !isDocumentKept {
            keepDocument(of: &knowledge, now: now)
        } else if !hasReadDocument {
            readDocument(into: &knowledge, now: now)
        }
    }

    /// Reads again what another gate may have written.
    mutating func reload(into knowledge: inout Knowledge, now: Date) {
        readDocument(into: &knowledge, now: now)
        readMemory(into: &knowledge)
    }

    /// Keeps the newest document for the next session.
    ///
    /// What another gate has written since is taken over instead, when it is newer.
    mutating func keepDocument(of knowledge: inout Knowledge, now: Date) {
        isDocumentKept = false
        guard let keeper else {
            isDocumentKept = true
            return
        }
        for _ in 0..<StateFile.attempts where !isDocumentKept {
            guard let stored = readDocument(into: &knowledge, now: now), let newest = knowledge.newest?.download.kept,
                stored == newest || knowledge.mayReplace(stored.flatMap { Download(kept: $0, in: envelopes) })
            else { return }
            do {
                isDocumentKept = try stored == newest || replace(.document, stored, with: newest, in: keeper)
            } catch {
                return
            }
        }
    }

    /// What the store has, taken over when it is newer than what is known; nil when it cannot be read now.
    @discardableResult
    private mutating func readDocument(into knowledge: inout Knowledge, now: Date) -> [UInt8]?? {
        do {
            let stored = try keeper?.read(.document)
            if let download = stored.flatMap({ Download(kept: $0, in: envelopes) }) {
                knowledge.adopt(stored: download, now: now)
            }
            hasReadDocument = true
            return .some(stored)
        } catch {
            hasReadDocument = false
            return nil
        }
    }

    // MARK: The memory

    /// Reads the memory unless that was done before, and stores an install id if the file has none.
    mutating func loadMemory(into knowledge: inout Knowledge) {
        guard hasMemory else { return }
        let lacksInstallID = needsInstallID && kept == nil
        // Another gate may have made one since.
        if !hasReadMemory || lacksInstallID {
            let stored = readMemory(into: &knowledge)
            if lacksInstallID, kept == nil, let stored { keepMemory(of: &knowledge, over: stored) }
        }
        knowledge.hasInstallID = keeper == nil || kept != nil
    }

    /// Keeps what rules need to be remembered, if it has changed or has more: a rule that comes again is a new one.
    mutating func saveMemory(of knowledge: inout Knowledge) {
        guard let ids = knowledge.ruleIDs else { return }
        let hasOthers = !ids.isSuperset(of: knowledge.memory.firstSeen.keys)
        // Another gate may have written to it since.
        if hasOthers || !isKept(knowledge.memory), let stored = readMemory(into: &knowledge) {
            forgetRules(in: &knowledge)
            if !isKept(knowledge.memory) { keepMemory(of: &knowledge, over: stored) }
        }
        isMemoryKept = isKept(knowledge.memory)
    }

    private func isKept(_ memory: RuleMemory) -> Bool {
        needsInstallID ? memory == kept : memory.firstSeen == kept?.firstSeen ?? [:]
    }

    /// What the store has, with which the memory is merged; nil when it cannot be read now.
    @discardableResult
    private mutating func readMemory(into knowledge: inout Knowledge) -> [UInt8]?? {
        guard hasMemory else { return .some(nil) }
        do {
            let stored = try keeper?.read(.memory)
            kept = stored.flatMap { RuleMemory($0) }
            if let kept { knowledge.memory.merge(kept) }
            hasReadMemory = true
            return .some(stored)
        } catch {
            hasReadMemory = false
            return nil
        }
    }

    /// Keeps the memory in place of what was read, merged with what other gates write meanwhile.
    private mutating func keepMemory(of knowledge: inout Knowledge, over stored: [UInt8]?) {
        var stored = stored
        for _ in 0..<StateFile.attempts where !isKept(knowledge.memory) {
            let memory = knowledge.memory
            do {
                guard let keeper else { return kept = memory }
                if try replace(.memory, stored, with: memory.bytes, in: keeper) { return kept = memory }
            } catch {
                // It is tried again with the next decision.
                return
            }
            guard let changed = readMemory(into: &knowledge) else { return }
            stored = changed
            forgetRules(in: &knowledge)
        }
    }

    /// Forgets rules that the document has no more, unless the store has another document: that of another gate, which stores it
    /// before what was told by it. Call it after the memory was read.
    private func forgetRules(in knowledge: inout Knowledge) {
        guard let ids = knowledge.ruleIDs, let stored = try? keeper?.read(.document),
            stored == knowledge.newest?.download.kept
        else { return }
        knowledge.memory.keep(ids)
    }

    private mutating func replace(
        _ state: KeptState, _ old: [UInt8]?, with new: [UInt8], in keeper: any DocumentKeeper
    ) throws -> Bool {
        do {
            let isReplaced = try keeper.replace(state, old, with: new, patience: patience)
            patience = StateFile.patience
            return isReplaced
        } catch {
            patience = .zero
            throw error
        }
    }
}
