use std::fmt;

/// A file of the web app, with its compressed forms.
#[derive(Clone, Copy)]
pub struct Asset {
    /// Its path, from `/`.
    pub path: &'static str,
    /// What tells its versions apart, in quotes, as HTTP wants it; see [`Asset::tag_of`] for its compressed forms.
    pub tag: &'static str,
    /// The file.
    pub plain: &'static [u8],
    /// The file compressed by Brotli.
    pub br: Option<&'static [u8]>,
    /// The file compressed by gzip.
    pub gz: Option<&'static [u8]>,
}

impl fmt::Debug for Asset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asset").field("path", &self.path).field("bytes", &self.plain.len()).finish_non_exhaustive()
    }
}

impl Asset {
    /// What kind of file it is, by its name.
    pub fn content_type(&self) -> &'static str {
        match self.path.rsplit_once('.').map_or("", |(_, ending)| ending) {
            "html" => "text/html; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "wasm" => "application/wasm",
            "json" | "map" => "application/json",
            "webmanifest" => "application/manifest+json",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "ico" => "image/x-icon",
            "woff2" => "font/woff2",
            "txt" => "text/plain; charset=utf-8",
            _ => "application/octet-stream",
        }
    }

    /// How long a browser may keep it. What has a hash in its name never
    /// changes; for all else it asks each time whether it still holds.
    pub fn cache_control(&self) -> &'static str {
        if self.path.starts_with("/assets/") { "public, max-age=31536000, immutable" } else { "no-cache" }
    }

    /// The smallest form that a browser which accepts these encodings can read, and its encoding.
    pub fn encoded(&self, accept: &str) -> (&'static [u8], Option<&'static str>) {
        let accepts = |name: &str| accept.split(',').any(|part| accepts(part, name));
        match (self.br, self.gz) {
            (Some(br), _) if accepts("br") => (br, Some("br")),
            (_, Some(gz)) if accepts("gzip") => (gz, Some("gzip")),
            _ => (self.plain, None),
        }
    }

    /// What tells this form of the file from every other form and version.
    pub fn tag_of(&self, encoding: Option<&str>) -> String {
        match (encoding, self.tag.strip_suffix('"')) {
            (Some(encoding), Some(tag)) => format!("{tag}-{encoding}\""),
            _ => self.tag.to_string(),
        }
    }
}

/// Whether one part of `Accept-Encoding`, such as `br;q=0.5`, allows an encoding.
fn accepts(part: &str, name: &str) -> bool {
    let (encoding, quality) = part.split_once(';').unwrap_or((part, ""));
    let refused = quality.trim().strip_prefix("q=").and_then(|q| q.parse().ok()) == Some(0.0);
    encoding.trim().eq_ignore_ascii_case(name) && !refused
}

/// The files of the web app, by rising path.
#[derive(Clone, Copy, Debug)]
pub struct Assets(pub &'static [Asset]);

impl Assets {
    /// The app that was built into this program; empty where it had not been built.
    pub const BUILT: Assets = Assets(include!(concat!(env!("OUT_DIR"), "/built.rs")));

    /// Whether there is no app.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The file of this path.
    pub fn get(self, path: &str) -> Option<&'static Asset> {
        self.0.binary_search_by(|asset| asset.path.cmp(path)).ok().map(|at| &self.0[at])
    }

    /// What answers to a path: its file, or the page itself for an address
    /// within the app. An address that looks like a file is none of those.
    pub fn find(self, path: &str) -> Option<&'static Asset> {
        let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
        self.get(path).or_else(|| if is_file { None } else { self.get("/index.html") })
    }
}
