internal import CWebSockets

/// One of libwebsockets' connections (`struct lws`), as this side of it.
///
/// libwebsockets knows an endpoint by a number in the connection's opaque user data, never by its
/// address; the loop's table keeps it alive until the connection is destroyed. So a callback that
/// comes late, or for a connection whose adoption failed, finds nothing and does nothing.
class Endpoint {
    let loop: Loop
    private(set) var name: UInt = 0

    init(loop: Loop) {
        self.loop = loop
        name = loop.register(self)
    }

    /// What libwebsockets tells about the connection; other than 0 closes it.
    ///
    /// - Parameter bytes: Only valid during the call.
    func event(_ event: lws_callback_reasons, _ wsi: OpaquePointer, _ bytes: UnsafeMutableRawBufferPointer)
        -> Int32
    {
        0
    }

    /// The connection is gone, its memory about to be.
    func destroyed() {}

    /// The number as libwebsockets carries it.
    var opaque: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: name) }
}

/// `lws_callback_function` of every protocol: finds the endpoint, tells it, returns what it says.
func endpointCallback(
    _ wsi: OpaquePointer?, _ event: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
    _ bytes: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
    guard concernsEndpoint(event), let wsi, let loop = loopOf(wsi) else { return 0 }
    let name = UInt(bitPattern: lws_get_opaque_user_data(wsi))
    guard name != 0, let endpoint = loop.endpoint(name) else { return 0 }
    if event == LWS_CALLBACK_WSI_DESTROY {
        endpoint.destroyed()
        loop.unregister(name)
        return 0
    }
    return withExtendedLifetime(endpoint) {
        endpoint.event(
            event, wsi, UnsafeMutableRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
    }
}

/// Other events come for the protocol as a whole, with a connection that is not really one.
private func concernsEndpoint(_ event: lws_callback_reasons) -> Bool {
    switch event {
    case LWS_CALLBACK_WSI_DESTROY, LWS_CALLBACK_HTTP_CONFIRM_UPGRADE, LWS_CALLBACK_ESTABLISHED,
        LWS_CALLBACK_RECEIVE, LWS_CALLBACK_RECEIVE_PONG, LWS_CALLBACK_SERVER_WRITEABLE,
        LWS_CALLBACK_WS_PEER_INITIATED_CLOSE, LWS_CALLBACK_CLOSED, LWS_CALLBACK_HTTP, LWS_CALLBACK_HTTP_BODY,
        LWS_CALLBACK_HTTP_BODY_COMPLETION, LWS_CALLBACK_HTTP_WRITEABLE, LWS_CALLBACK_CLOSED_HTTP,
        LWS_CALLBACK_CLIENT_ESTABLISHED, LWS_CALLBACK_CLIENT_RECEIVE, LWS_CALLBACK_CLIENT_RECEIVE_PONG,
        LWS_CALLBACK_CLIENT_WRITEABLE, LWS_CALLBACK_CLIENT_CLOSED, LWS_CALLBACK_CLIENT_CONNECTION_ERROR,
        LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        true
    default:
        false
    }
}

/// The context's user pointer is its loop, unretained: ``Loop/close()`` destroys the context first.
private func loopOf(_ wsi: OpaquePointer) -> Loop? {
    guard let context = lws_get_context(wsi), let user = lws_context_user(context) else { return nil }
    return Unmanaged<Loop>.fromOpaque(user).takeUnretainedValue()
}
