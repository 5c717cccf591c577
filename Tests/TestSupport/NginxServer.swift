import Foundation

/// A real nginx on the loopback interface that serves over TLS, stopped with this object.
package final class NginxServer: Sendable {
    /// `https://127.0.0.1:PORT`, for which the certificate is good.
    package let origin: String
    /// The certificate that clients must trust.
    package let certificate: String

    /// Where nginx runs, and relative paths of its configuration lead.
    package let folder: TemporaryFolder
    private let process: ServerProcess

    /// Serves a folder.
    ///
    /// - Parameters:
    ///   - root: the folder.
    ///   - include: a file for the `server` block.
    ///   - http: lines for the `http` block.
    package convenience init(serving root: String, including include: String, http: String = "") throws {
        try self.init(server: "root \(root);\ninclude \(include);", http: http)
    }

    /// Serves answers of another server, and keeps them in the folder `cache` as their headers say.
    ///
    /// - Parameters:
    ///   - origin: the other server: `http://127.0.0.1:PORT`.
    ///   - revalidates: whether what has expired is asked for with its ETag.
    package convenience init(caching origin: String, revalidates: Bool) throws {
        try self.init(
            server: """
                expires off;
                charset off;
                location / {
                    proxy_pass \(origin);
                    proxy_cache documents;
                    proxy_cache_revalidate \(revalidates ? "on" : "off");
                    add_header x-cache $upstream_cache_status always;
                }
                """, http: "proxy_cache_path cache keys_zone=documents:1m;")
    }

    /// Serves what a bucket holds now, with the headers that it keeps, as a CDN does that has no copy yet.
    ///
    /// - Parameters:
    ///   - bucket: where its objects are: `http://127.0.0.1:PORT/BUCKET/`.
    ///   - prefix: the part of it that is served, at the top.
    package convenience init(servingBucket bucket: String, below prefix: String = "") throws {
        try self.init(
            server: """
                expires off;
                charset off;
                location / {
                    proxy_pass \(bucket)\(prefix);
                    add_header x-served-by nginx always;
                }
                """, http: "")
    }

    /// - Parameters:
    ///   - server: lines for the `server` block.
    ///   - http: lines for the `http` block.
    package init(server: String, http: String) throws {
        folder = try TemporaryFolder()
        let identity = try HTTPSServer.identity.get()
        certificate = identity.path("certificate.pem")
        let configuration = testText("Servers/nginx.conf")
            .replacing("CERTIFICATE", with: certificate).replacing("KEY_FILE", with: identity.path("key.pem"))
            .replacing("SERVER_LINES", with: server).replacing("HTTP_LINES", with: http)
        try folder.write("nginx.conf", configuration)
        process = try ServerProcess(named: "nginx.py", in: folder)
        origin = "https://127.0.0.1:\(process.port)"
    }

    /// Ends nginx with the program that started it.
    deinit { process.end() }
}
