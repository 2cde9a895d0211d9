//! Makes a table of the built web app, so that the binary holds all of it.
//! Where the app has not been built the table is empty.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../web");
    let dist = root.join("dist");
    let mut files = BTreeMap::new();
    if dist.is_dir() {
        collect(&dist, "", &mut files)?;
        println!("cargo::rerun-if-changed={}", dist.display());
    } else {
        // A folder that is not there would count as changed each time; the one around it does not.
        println!("cargo::rerun-if-changed={}", if root.is_dir() { root } else { "build.rs".into() }.display());
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("built.rs");
    fs::write(out, table(&files)?)
}

/// The files of a folder and those below it, by their path in the app.
fn collect(folder: &Path, prefix: &str, files: &mut BTreeMap<String, PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = format!("{prefix}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &path, files)?;
        } else {
            files.insert(path, entry.path().canonicalize()?);
        }
    }
    Ok(())
}

/// The table as the text of a slice, by rising path.
fn table(files: &BTreeMap<String, PathBuf>) -> io::Result<String> {
    let mut text = "&[\n".to_string();
    for (path, file) in files {
        let compressed = |ending: &str| match files.get(&format!("{path}{ending}")) {
            Some(file) => format!("Some({})", include(file)),
            None => "None".to_string(),
        };
        let packed = path
            .rsplit_once('.')
            .is_some_and(|(plain, ending)| (ending == "br" || ending == "gz") && files.contains_key(plain));
        if !packed {
            let mut hasher = DefaultHasher::new();
            fs::read(file)?.hash(&mut hasher);
            let (plain, br, gz) = (include(file), compressed(".br"), compressed(".gz"));
            let tag = format!("\"{:016x}\"", hasher.finish());
            let asset = format!("Asset {{ path: {path:?}, tag: {tag:?}, plain: {plain}, br: {br}, gz: {gz} }},\n");
            text.push_str(&asset);
        }
    }
    Ok(text + "]\n")
}

/// The bytes of a file, as the text of an expression.
fn include(file: &Path) -> String {
    format!("include_bytes!({:?})", file.to_string_lossy())
}
