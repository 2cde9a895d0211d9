//! Real requests to the app, without a socket, and the server on a real one.

use std::io::{Read, Write};
use std::net::TcpStream;

use agon_server::{Asset, Assets, ListenError, Server, app};
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use tower::ServiceExt;

const ASSETS: Assets = Assets(&[
    asset("/assets/app-abc.js", b"app", Some(b"brotli"), Some(b"gzip")),
    asset("/assets/engine-abc.wasm", b"engine", Some(b"br"), None),
    asset("/index.html", b"<page>", None, Some(b"gz")),
    asset("/manifest.webmanifest", b"{}", None, None),
    asset("/sw.js", b"worker", None, None),
]);

const fn asset(
    path: &'static str,
    plain: &'static [u8],
    br: Option<&'static [u8]>,
    gz: Option<&'static [u8]>,
) -> Asset {
    Asset { path, tag: "\"1\"", plain, br, gz }
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

async fn request(assets: Assets, method: Method, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = app(assets).oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap().to_vec();
    Answer { status: parts.status, headers: parts.headers, body }
}

async fn get(path: &str, headers: &[(&str, &str)]) -> Answer {
    request(ASSETS, Method::GET, path, headers).await
}

#[tokio::test]
async fn files_have_their_type_and_may_be_kept_when_their_name_has_a_hash() {
    for (path, kind, cache) in [
        ("/assets/app-abc.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/assets/engine-abc.wasm", "application/wasm", "public, max-age=31536000, immutable"),
        ("/manifest.webmanifest", "application/manifest+json", "no-cache"),
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
        ("/index.html", "text/html; charset=utf-8", "no-cache"),
    ] {
        let answer = get(path, &[]).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert_eq!(answer.header("content-type"), kind, "{path}");
        assert_eq!(answer.header("cache-control"), cache, "{path}");
        assert_eq!(answer.header("vary"), "Accept-Encoding", "{path}");
    }
}

#[tokio::test]
async fn the_best_encoding_that_is_accepted_is_sent() {
    let sent = async |path: &str, accept: &str| {
        let answer = get(path, &[("accept-encoding", accept)]).await;
        (String::from_utf8(answer.body.clone()).unwrap(), answer.header("content-encoding").to_string())
    };
    let of = |body: &str, encoding: &str| (body.to_string(), encoding.to_string());
    assert_eq!(sent("/assets/app-abc.js", "gzip, deflate, br").await, of("brotli", "br"));
    assert_eq!(sent("/assets/app-abc.js", "gzip, br;q=0").await, of("gzip", "gzip"));
    assert_eq!(sent("/assets/app-abc.js", "deflate").await, of("app", ""));
    assert_eq!(sent("/assets/app-abc.js", "").await, of("app", ""));
    assert_eq!(sent("/assets/engine-abc.wasm", "gzip").await, of("engine", ""));
    assert_eq!(sent("/", "br, gzip").await, of("gz", "gzip"));
}

#[tokio::test]
async fn addresses_within_the_app_show_the_page_and_missing_files_do_not() {
    for path in ["/", "/crosphere", "/rithmomachia/analyse?moves=a", "/a/b/c/"] {
        let answer = get(path, &[]).await;
        assert_eq!((answer.status, answer.body.as_slice()), (StatusCode::OK, b"<page>".as_slice()), "{path}");
    }
    for path in ["/assets/gone-123.js", "/favicon.ico", "/../Cargo.toml"] {
        let answer = get(path, &[]).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.header("cache-control"), "no-store");
    }
}

#[tokio::test]
async fn what_a_browser_has_is_not_sent_again() {
    let answer = get("/", &[("if-none-match", "\"0\", W/\"1\"")]).await;
    assert_eq!((answer.status, answer.body.len()), (StatusCode::NOT_MODIFIED, 0));
    assert_eq!(answer.header("etag"), "\"1\"");
    assert_eq!(get("/", &[("if-none-match", "\"0\"")]).await.status, StatusCode::OK);
}

#[tokio::test]
async fn each_encoding_has_a_tag_of_its_own() {
    let mut tags = std::collections::BTreeSet::<String>::new();
    for accept in ["br", "gzip", "identity"] {
        let tag = get("/assets/app-abc.js", &[("accept-encoding", accept)]).await.header("etag").to_string();
        assert!(tag.starts_with('"') && tag.ends_with('"') && tag.len() > 2, "{tag}");
        let again = get("/assets/app-abc.js", &[("accept-encoding", accept), ("if-none-match", &tag)]).await;
        assert_eq!((again.status, again.header("etag")), (StatusCode::NOT_MODIFIED, tag.as_str()));
        assert_eq!(again.header("vary"), "Accept-Encoding");
        // What a browser has in another form it does not have in this one.
        for other in &tags {
            let answer = get("/assets/app-abc.js", &[("accept-encoding", accept), ("if-none-match", other)]).await;
            assert_eq!(answer.status, StatusCode::OK, "{accept} {other}");
        }
        tags.insert(tag);
    }
    assert_eq!(tags.len(), 3, "{tags:?}");
    assert_eq!(get("/", &[("if-none-match", "*")]).await.status, StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn every_answer_says_that_nothing_foreign_may_be_loaded() {
    for (method, path) in [
        (Method::GET, "/"),
        (Method::GET, "/health"),
        (Method::GET, "/gone.js"),
        (Method::POST, "/"),
        (Method::HEAD, "/"),
    ] {
        let answer = request(ASSETS, method.clone(), path, &[]).await;
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"), "{method} {path}");
        assert!(!policy.contains("http") && !policy.contains('*'), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(answer.header("cross-origin-embedder-policy"), "require-corp");
    }
}

#[tokio::test]
async fn only_reading_is_allowed() {
    let head = request(ASSETS, Method::HEAD, "/", &[]).await;
    assert_eq!((head.status, head.body.len()), (StatusCode::OK, 0));
    assert_eq!(request(ASSETS, Method::POST, "/", &[]).await.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(request(ASSETS, Method::DELETE, "/health", &[]).await.status, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn health_is_told_with_and_without_the_app() {
    let version = env!("CARGO_PKG_VERSION");
    for (assets, app) in [(ASSETS, true), (Assets(&[]), false)] {
        let answer = request(assets, Method::GET, "/health", &[]).await;
        assert_eq!(answer.header("content-type"), "application/json");
        let expected = serde_json::json!({ "status": "ok", "version": version, "app": app });
        assert_eq!(serde_json::from_slice::<serde_json::Value>(&answer.body).unwrap(), expected);
    }
}

#[tokio::test]
async fn without_the_app_a_page_says_how_to_build_it() {
    for path in ["/", "/crosphere", "/assets/x.js"] {
        let answer = request(Assets(&[]), Method::GET, path, &[]).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert!(String::from_utf8(answer.body).unwrap().contains("cargo xtask play"), "{path}");
    }
}

#[test]
fn the_built_app_is_whole_if_there_is_one() {
    if Assets::BUILT.is_empty() {
        return;
    }
    assert!(Assets::BUILT.get("/index.html").is_some());
    assert!(Assets::BUILT.0.is_sorted_by_key(|asset| asset.path));
    let engine = Assets::BUILT.0.iter().find(|asset| asset.content_type() == "application/wasm").expect("an engine");
    assert!(engine.plain.starts_with(b"\0asm") && engine.br.is_some() && engine.gz.is_some());
}

#[test]
fn a_real_socket_is_served_and_can_be_taken_only_once() {
    let server = Server::bind("127.0.0.1", 0).unwrap();
    let url = server.url();
    let port: u16 = url.trim_start_matches("http://localhost:").trim_end_matches('/').parse().unwrap();
    let taken = Server::bind("127.0.0.1", port).unwrap_err();
    assert!(matches!(taken, ListenError::Taken(of) if of == port), "{taken}");
    std::thread::spawn(move || server.run(app(ASSETS)));
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.write_all(b"GET /sw.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("\r\n\r\nworker"), "{answer}");
}

#[test]
fn wrong_hosts_are_named() {
    let refuse = |host: &str| Server::bind(host, 0).unwrap_err().to_string();
    let expected =
        "this machine cannot listen as `192.0.2.1`: choose one of its own addresses with --host, such as 127.0.0.1";
    assert_eq!(refuse("192.0.2.1"), expected);
    assert!(refuse("no such\nhost").starts_with("this machine cannot listen as `no such host`"));
}
