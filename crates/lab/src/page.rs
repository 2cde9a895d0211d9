//! What all reports have in common: pages that need nothing else.

use std::fmt::Write;

use crate::plot::escape;

const STYLE: &str = include_str!("page.css");

/// The beginning of a page, with the style that is its own.
pub fn begin(title: &str, style: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
         <style>{STYLE}{style}</style>\n",
        escape(title)
    )
}

/// What can be said in a word or two, line by line.
pub fn facts(page: &mut String, facts: &[(&str, String)]) {
    page.push_str("<dl class=\"facts\">");
    for (name, value) in facts {
        let _ = write!(page, "<dt>{name}</dt><dd>{}</dd>", escape(value));
    }
    page.push_str("</dl>\n");
}
