import Diagnostics
import Policy

extension DocumentSchema {
    /// The schema of everything that Signet reads or writes: first what people write, then what is rendered from it.
    static let all = [policy] + files + [Records.schema]

    /// Those that are files of `Tests/Schemas`, which the tool carries inside.
    private static let files = [
        DocumentSchema("bundles", "bundles.json: the reviewed list of web bundles"),
        DocumentSchema("keyring", "keys/keyring.json: the public keys of a team, oldest first"),
        DocumentSchema("publication", "what publication.jws says: the index of one environment's tree"),
        DocumentSchema("availability-ios", "distribution/availability-ios: what an iOS app reads"),
        DocumentSchema("availability-android", "distribution/availability-android: what an Android app reads"),
        DocumentSchema("app-config", "api/v1/app-config: one answer for all platforms"),
        DocumentSchema("environment-config", "configs/v1/env.json: a team's environments and the builds of their apps"),
        DocumentSchema("remote-config", "remote-config-ios.json and -android.json: forced and optional update"),
        DocumentSchema("gate-ios", "gate/ios.json: rules for iOS, what an iOS app reads"),
        DocumentSchema("gate-android", "gate/android.json: rules for Android, what an Android app reads"),
        DocumentSchema("firebase-template", "remoteconfig.template.json: Firebase's Remote Config template"),
        DocumentSchema("web-bundle-manifest", "builds/manifest.json: the newest web bundle"),
        DocumentSchema("web-bundle-index", "builds/index.json: every web bundle that is offered or withdrawn"),
    ]

    private init(_ name: String, _ summary: String) {
        self.init(name, summary, text: String(EmbeddedFile.text("\(name).schema.json").dropLast()))
    }
}
