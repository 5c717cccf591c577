/// What may be done with a key.
package enum KeyState: String, Sendable, CaseIterable {
    /// Clients already trust it; it does not sign yet.
    case next
    /// It signs.
    case active
    /// It still verifies.
    case retired
    /// It never verifies.
    case revoked
}
