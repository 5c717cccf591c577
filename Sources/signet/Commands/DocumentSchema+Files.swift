import Policy

extension DocumentSchema {
    /// The schema of everything that Signet reads or writes: first what people write, then what is rendered from it.
    static let all = [policy] + files + [Records.schema]

    /// Those that are files of `Tests/Schemas`, which the tool carries inside.
    private static let files = [
        DocumentSchema(
            "bundles", "bundles.json: the reviewed list of web bundles", PackageResources.bundles_schema_json),
        DocumentSchema(
            "keyring", "keys/keyring.json: the public keys of a team, oldest first",
            PackageResources.keyring_schema_json),
        DocumentSchema(
            "publication", "what publication.jws says: the index of one environment's tree",
            PackageResources.publication_schema_json),
        DocumentSchema(
            "availability-ios", "distribution/availability-ios: what an iOS app reads",
            PackageResources.availability_ios_schema_json),
        DocumentSchema(
            "availability-android", "distribution/availability-android: what an Android app reads",
            PackageResources.availability_android_schema_json),
        DocumentSchema(
            "app-config", "api/v1/app-config: one answer for all platforms", PackageResources.app_config_schema_json),
        DocumentSchema(
            "environment-config", "configs/v1/env.json: a team's environments and the builds of their apps",
            PackageResources.environment_config_schema_json),
        DocumentSchema(
            "remote-config", "remote-config-ios.json and -android.json: forced and optional update",
            PackageResources.remote_config_schema_json),
        DocumentSchema(
            "gate-ios", "gate/ios.json: rules for iOS, what an iOS app reads",
            PackageResources.gate_ios_schema_json),
        DocumentSchema(
            "gate-android", "gate/android.json: rules for Android, what an Android app reads",
            PackageResources.gate_android_schema_json),
        DocumentSchema(
            "firebase-template", "remoteconfig.template.json: Firebase's Remote Config template",
            PackageResources.firebase_template_schema_json),
        DocumentSchema(
            "web-bundle-manifest", "builds/manifest.json: the newest web bundle",
            PackageResources.web_bundle_manifest_schema_json),
        DocumentSchema(
            "web-bundle-index", "builds/index.json: every web bundle that is offered or withdrawn",
            PackageResources.web_bundle_index_schema_json),
    ]

    private init(_ name: String, _ summary: String, _ file: [UInt8]) {
        self.init(name, summary, text: String(decoding: file.dropLast(), as: UTF8.self))
    }
}
