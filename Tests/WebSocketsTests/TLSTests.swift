import Glibc
import Testing
import WebSockets

extension WebSocketsTests {
    @Suite("TLS") struct TLSTests {
        @Test("A socket over TLS is decided after the upgrade", arguments: [true, false])
        func decidedLater(isWelcome: Bool) throws {
            let files = try TLSFiles()
            let server = try TestServer {
                $0.tlsCertificate = files.certificate
                $0.tlsKey = files.key
            }
            defer { server.stop() }
            server.onAdmit = { $1(isWelcome ? .accept(nil) : .refuse(HTTPReply(status: 401))) }
            let log = ClientLog()
            let long = String(repeating: "tls ", count: 10_000)
            log.onOpen = { $0.send(Frame(long)) }
            var options = ClientOptions(host: "127.0.0.1", port: server.port)
            options.isSecure = true
            options.trustsAnyCertificate = true
            let chosen = options
            let client = Locked<WebSocketClient?>(nil)
            try server.onLoop { client.change { $0 = WebSocketClient.connect(server.loop, chosen, log) } }
            if isWelcome {
                #expect(eventually { log.received.value == [long] })
                #expect(server.heads.value.first?.isSecure == true)
                try server.onLoop { server.sockets.first?.close(1001, "going") }
                #expect(eventually { log.code.value == 1001 })
            } else {
                #expect(eventually { log.code.value == 4001 && log.closed.value == 1 })
                #expect(server.received.value.isEmpty)
            }
            #expect(eventually { server.openSockets == 0 })
        }

        @Test("Wrong files are told when listening begins")
        func wrongFiles() {
            #expect(throws: WebSocketError.self) {
                _ = try TestServer {
                    $0.tlsCertificate = "/nonexistent/cert.pem"
                    $0.tlsKey = "/nonexistent/key.pem"
                }
            }
        }
    }
}

/// A certificate for localhost, made for these tests alone and trusted by nobody.
private struct TLSFiles {
    let certificate: String
    let key: String

    init() throws {
        var folder = Array("/tmp/keijiban-tls-XXXXXX".utf8CString)
        guard mkdtemp(&folder) != nil else { throw RawSocket.Failure(description: "mkdtemp") }
        let path = String(decoding: folder.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        certificate = path + "/cert.pem"
        key = path + "/key.pem"
        for (name, text) in [(certificate, certificateText), (key, keyText)] {
            guard let file = fopen(name, "w") else { throw RawSocket.Failure(description: "fopen") }
            fputs(text, file)
            fclose(file)
        }
    }
}

private let certificateText = """
    -----BEGIN CERTIFICATE-----
    MIIBfzCCASWgAwIBAgIURMVmuWZfz/HS/hO4VuL866ELCoUwCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTIwMTAxMTAzMFoYDzIxMjYxMTA3
    MDExMDMwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAATIxGJlDpfzEITxshqqBdx4p4+ZtCLyFbRZ/3UAEV9snrJquvBNNT4M
    h6cP678zuU/qyBacQAqrQRw0vbcycT5xo1MwUTAdBgNVHQ4EFgQUphX2IFpAWv8m
    8fLiCLIxlWxoyQowHwYDVR0jBBgwFoAUphX2IFpAWv8m8fLiCLIxlWxoyQowDwYD
    VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAh83+4zAE0MAjRYbUhYx7
    TJVY6hM+c4Pw1ciKpoWo10cCIBO+/7OK9GZRWmYQo+ON0PlnBbAMxtSW4p36p246
    zMVh
    -----END CERTIFICATE-----
    """

private let keyText = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgS5mnJ6MchF35MwGW
    wUYq3Q4J2mlKYTbRJHsB6wZO5x2hRANCAATIxGJlDpfzEITxshqqBdx4p4+ZtCLy
    FbRZ/3UAEV9snrJquvBNNT4Mh6cP678zuU/qyBacQAqrQRw0vbcycT5x
    -----END PRIVATE KEY-----
    """
