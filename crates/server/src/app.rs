use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router, middleware};
use serde_json::json;

use crate::{Asset, Assets, headers};

/// What is shown where the app has not been built into the program.
const NOT_BUILT: &str = include_str!("not_built.html");

/// Everything the server answers to.
pub fn app(assets: Assets) -> Router {
    let files = move |uri: Uri, headers: HeaderMap| async move { file(assets, &uri, &headers) };
    let health = move || async move { health(assets) };
    Router::new()
        .route("/health", get(health))
        .fallback_service(get(files))
        .layer(middleware::map_response(headers::add))
}

/// Whether the server is well, and what it is.
fn health(assets: Assets) -> Response {
    let body = json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION"), "app": !assets.is_empty() });
    ([(CACHE_CONTROL, "no-store")], Json(body)).into_response()
}

fn file(assets: Assets, uri: &Uri, headers: &HeaderMap) -> Response {
    match assets.find(uri.path()) {
        Some(asset) => answer(asset, headers),
        None if assets.is_empty() => ([(CACHE_CONTROL, "no-store")], Html(NOT_BUILT)).into_response(),
        None => (StatusCode::NOT_FOUND, [(CACHE_CONTROL, "no-store")], "there is no such file\n").into_response(),
    }
}

fn answer(asset: &'static Asset, headers: &HeaderMap) -> Response {
    let values = |name| headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).flat_map(|v| v.split(','));
    let accept: Vec<&str> = values(ACCEPT_ENCODING).collect();
    let (bytes, encoding) = asset.encoded(&accept.join(","));
    // Each form has a tag of its own: a strong tag promises the same bytes.
    let tag = asset.tag_of(encoding);
    let known = values(IF_NONE_MATCH).map(str::trim).any(|known| known == "*" || known.trim_start_matches("W/") == tag);
    let common = [(CACHE_CONTROL, asset.cache_control()), (ETAG, &tag), (VARY, "Accept-Encoding")];
    if known {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let mut response = (common, [(CONTENT_TYPE, asset.content_type())], bytes).into_response();
    if let Some(encoding) = encoding {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}
