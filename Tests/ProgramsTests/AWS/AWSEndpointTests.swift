import Programs
import Testing

@Test(
    arguments: [
        ("https://S3.example.com/", "https://s3.example.com", "s3.example.com", ""),
        ("https://s3.example.com:443/a/", "https://s3.example.com", "s3.example.com", "/a"),
        ("https://s3.example.com:8443", "https://s3.example.com:8443", "s3.example.com:8443", ""),
        ("http://127.0.0.1:8333", "http://127.0.0.1:8333", "127.0.0.1:8333", ""),
        ("http://localhost", "http://localhost", "localhost", ""),
        ("http://[::1]:90", "http://[::1]:90", "[::1]:90", ""),
    ])
func `an endpoint is https, or on this machine`(text: String, origin: String, host: String, path: String)
    throws
{
    let endpoint = try AWSEndpoint(text)
    #expect((endpoint.origin, endpoint.host, endpoint.path) == (origin, host, path))
}

@Test(
    arguments: [
        "http://s3.example.com", "http://10.0.0.1", "http://127.0.0.1.example.com", "http://169.254.1.1",
        // As curl reads it, 87.0.0.1.
        "http://0127.0.0.1",
        "ftp://127.0.0.1",
        "https://user:secret@s3.example.com", "https://s3.example.com/?a=b", "s3.example.com", "",
    ])
func `any other endpoint is refused`(text: String) {
    #expect(throws: (any Error).self) { try AWSEndpoint(text) }
}
