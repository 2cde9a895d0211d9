//! What every answer says about itself.

use axum::http::HeaderValue;
use axum::http::header::{CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::response::Response;

/// The page may use what this server sends, compile WebAssembly, and nothing
/// else. Styles may stand at elements (a board is drawn with them); pictures
/// and sounds may be made by the page itself.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' data: blob:; font-src 'self'; \
    connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 7] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Adds the headers that every answer has.
pub async fn add(mut response: Response) -> Response {
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Adds the same headers to an answer in its written form, after its first line.
pub fn insert(text: &mut Vec<u8>) {
    let Some(end) = text.windows(2).position(|pair| pair == b"\r\n") else { return };
    let lines = HEADERS.into_iter().map(|(name, value)| format!("{name}: {value}\r\n"));
    let lines: String = lines.chain(["cache-control: no-store\r\n".to_string()]).collect();
    text.splice(end + 2..end + 2, lines.into_bytes());
}
