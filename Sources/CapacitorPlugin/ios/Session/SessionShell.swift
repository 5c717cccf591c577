import WebBundles

/// The app around a session.
package protocol SessionShell: AnyObject, Sendable {
    /// Serves a bundle from now on and loads its start page.
    func show(_ bundle: StartedBundle)
    /// Tells the page; when it does not listen yet, as soon as it does.
    func tell(_ event: SessionEvent)
}

/// Why a page does not get what it asked for.
package struct SessionError: Error, CustomStringConvertible {
    package let description: String
}
