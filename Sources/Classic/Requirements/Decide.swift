import AppGate
import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The decision for a device: the first of these that holds decides, and equality always passes.
///
/// 1. maintenance, from a document that was fetched in this session and signed at most `Limits.maintenanceAge` ago
/// 2. the system is below its minimum
/// 3. the app is below its minimum
/// 4. the system is below what is recommended
/// 5. the app is below what is recommended, and the store is not known to lack that
/// 6. available
///
/// A version or build of the app that is unknown or unreadable is below nothing; `Requirements.unreadableApp(on:)` reports
/// it.
///
/// - Parameters:
///   - requirements: what a verified document requires.
///   - device: the device and the app on it.
///   - store: the newest version in the store, if known; never changes whether a device is blocked.
///   - source: where the requirements come from; maintenance counts only from `fetched`.
///   - asOf: the signed date of the document.
///   - clock: what the clock of the device shows; nil for that date. Only maintenance goes by it.
public func decide(
    _ requirements: Requirements, for device: Device, store: StoreVersion? = nil, source: Decision.Source,
    asOf: SignedDate? = nil, clock: Date? = nil
) -> Decision {
    func decision(_ outcome: Decision.Outcome) -> Decision { Decision(outcome, source: source, asOf: asOf) }
    func update<Bound>(_ requirement: Requirement<Bound>, _ subject: Update.Subject, _ state: Update.StoreState)
        -> Update
    {
        // A store has no update of the system, and would not install one of the app on it.
        let url: String? = if case .app = subject { requirements.updateURL } else { nil }
        return Update(
            subject: subject,
            title: requirement.title?.chosen(for: device.languages),
            description: requirement.description?.chosen(for: device.languages),
            url: url,
            store: state)
    }

    let isRecent = clock.flatMap { asOf?.isRecent(by: $0) } ?? true
    if let maintenance = requirements.maintenance, source == .fetched, isRecent {
        return decision(.maintenance(MaintenanceNotice(message: maintenance.message)))
    }
    if let minimum = requirements.minimumSystem, device.isBelow(minimum.bound) {
        return decision(.required(update(minimum, .system(minimum.bound), .unknown)))
    }
    if let minimum = requirements.minimumApp, device.isBelow(minimum.bound) {
        let state = Update.StoreState(of: minimum.bound, in: store, for: device)
        return decision(.required(update(minimum, .app(minimum.bound), state)))
    }
    if let recommended = requirements.recommendedSystem, device.isBelow(recommended.bound) {
        return decision(.recommended(update(recommended, .system(recommended.bound), .unknown)))
    }
    if let recommended = requirements.recommendedApp, device.isBelow(recommended.bound) {
        let state = Update.StoreState(of: recommended.bound, in: store, for: device)
        if state != .missing { return decision(.recommended(update(recommended, .app(recommended.bound), state))) }
    }
    return decision(.available)
}

extension Update.StoreState {
    /// Whether the store has an app for this device that is not below the bound.
    init(of bound: AppBound, in store: StoreVersion?, for device: Device) {
        let needed: NumericVersion? =
            switch bound {
            case .version(let version): version
            case .build(_, let version): version
            }
        self.init(of: needed, in: store, for: device)
    }
}
