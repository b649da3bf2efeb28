//! `tilec check --fix`: the fixes of diagnostics, written into the files.
//!
//! In: diagnostics. Out: files with the edits made, each file whole. Only what is certainly meant is
//! done by itself; `--fix=all` also does what compiles but should be looked at. An edit must be in a
//! file of the user's, not in what a macro made, and meet no other edit.

use std::collections::BTreeMap;

use lang::base::{Applicability, Diagnostics, Fix, SourceMap, Text};

use crate::cli::Fixes;
use crate::failure::Failure;
use crate::input;
use crate::output::write;

/// One edit as bytes of a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Place {
    start: usize,
    end: usize,
    text: String,
}

/// The edits of each file, in order.
type Edits = BTreeMap<String, Vec<Place>>;

/// Applies what may be applied and says how many fixes that were.
///
/// # Errors
/// A file cannot be written.
pub fn apply(map: &SourceMap, found: &Diagnostics, which: Fixes) -> Result<usize, Failure> {
    let mut edits = Edits::new();
    let mut texts = BTreeMap::new();
    let mut n_applied = 0;
    for diagnostic in found.iter() {
        // Several fixes of one mistake are alternatives; none is certain then.
        let [fix] = &diagnostic.fixes[..] else { continue };
        let is_wanted = match fix.applicability {
            Applicability::Always => true,
            Applicability::Maybe => which == Fixes::All,
            Applicability::ByHand => false,
        };
        if is_wanted && add(map, fix, &mut edits, &mut texts) {
            n_applied += 1;
        }
    }
    for (path, places) in &edits {
        let text: &Text = &texts[path];
        // What was compiled must be what is there: an editor may have been faster.
        if input::read(path).ok().as_deref() != Some(text.as_bytes()) {
            let why = "has changed, or is not UTF-8: nothing is fixed in it";
            return Err(format!("{path} {why}").into());
        }
        let mut fixed = String::with_capacity(text.len());
        let mut at = 0;
        for place in places {
            fixed.push_str(&text[at..place.start]);
            fixed.push_str(&place.text);
            at = place.end;
        }
        fixed.push_str(&text[at..]);
        write(path, fixed.as_bytes())?;
    }
    Ok(n_applied)
}

/// Adds the edits of a fix if all of them are possible.
fn add(map: &SourceMap, fix: &Fix, edits: &mut Edits, texts: &mut BTreeMap<String, Text>) -> bool {
    let mut new = Vec::new();
    for edit in &fix.edits {
        let span = edit.span;
        let is_written = map.backtrace(span.lo).next().is_none() && map.resolve(span) == span;
        let ends = (map.file_offset(span.lo), map.file_offset(span.hi));
        let ((file, start), end) = match ends {
            (Some(start), Some((file, end))) if file == start.0 && is_written => (start, end),
            _ => return false,
        };
        let data = map.file(file);
        let (start, end) = (start as usize, end as usize);
        let is_users = data.is_file && !map.in_system_file(span.lo);
        if !is_users || start > end || data.text.get(start..end).is_none() {
            return false;
        }
        let path = data.path.to_string();
        texts.entry(path.clone()).or_insert_with(|| data.text.clone());
        new.push((path, Place { start, end, text: edit.text.clone() }));
    }
    let meets = |(path, place): &(String, Place)| {
        edits
            .get(path)
            .into_iter()
            .flatten()
            .any(|other| place.start <= other.end && other.start <= place.end)
    };
    if new.is_empty() || new.iter().any(meets) {
        return false;
    }
    for (path, place) in new {
        let places = edits.entry(path).or_default();
        places.push(place);
        places.sort();
    }
    true
}
