//! The form for people, drawn by ariadne: headline, source lines with labels, notes.

use std::collections::BTreeMap;
use std::fmt::Write;

use ariadne::{Cache, CharSet, Color, Config, IndexType, Label, Report, ReportKind, Source};

use crate::base::{Diagnostic, Severity, SourceMap, StretchId};

use super::{Colors, Place, notes};

/// What a diagnostic should not be longer than.
const MAX_LINES: usize = 12;
/// But notes have at least this many.
const MIN_NOTE_LINES: usize = 3;
const MAX_SECONDARY: usize = 2;

/// Writes a diagnostic with the source that it is about.
pub fn human(map: &SourceMap, diagnostic: &Diagnostic, colors: Colors) -> String {
    let headline = paint(&format!("{}:", kind(diagnostic)), diagnostic, colors);
    let mut text = format!("{headline} {}\n", diagnostic.message);
    let place = Place::of(map, diagnostic.primary.span);
    if let Some(place) = place.filter(|_| !diagnostic.primary.span.is_none()) {
        text += &sources(map, diagnostic, place, colors);
    }
    let n_free = MAX_LINES.saturating_sub(text.lines().count()).max(MIN_NOTE_LINES);
    for line in notes::fold(notes::lines(map, diagnostic), n_free) {
        let mut parts = line.text.lines();
        let first = parts.next().unwrap_or("");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {}: {first}", line.prefix);
        for part in parts {
            let _ = writeln!(text, "        {part}");
        }
    }
    text
}

/// `error[E0312]`
fn kind(diagnostic: &Diagnostic) -> String {
    let severity = match diagnostic.severity {
        Severity::Remark => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
        Severity::Bug => "bug",
    };
    format!("{severity}[{}]", diagnostic.code.id)
}

fn color(diagnostic: &Diagnostic) -> Color {
    match diagnostic.severity {
        Severity::Remark => Color::Cyan,
        Severity::Warning => Color::Yellow,
        Severity::Error | Severity::Bug => Color::Red,
    }
}

fn paint(text: &str, diagnostic: &Diagnostic, colors: Colors) -> String {
    use ariadne::Fmt;
    match colors {
        Colors::On => text.fg(color(diagnostic)).to_string(),
        Colors::Off => text.to_string(),
    }
}

/// The source lines with their labels.
fn sources(map: &SourceMap, diagnostic: &Diagnostic, primary: Place, colors: Colors) -> String {
    let mut labels = vec![(primary, diagnostic.primary.text.as_str(), color(diagnostic))];
    let secondary = diagnostic.secondary.iter().filter_map(|label| {
        let place = Place::of(map, label.span).filter(|_| !label.span.is_none())?;
        Some((place, label.text.as_str(), Color::Blue))
    });
    labels.extend(secondary.filter(|(place, ..)| *place != primary).take(MAX_SECONDARY));
    // The file of the primary label comes first, and labels in the order of the text.
    let main = primary.stretch(map);
    labels.sort_by_key(|(place, ..)| (place.stretch(map) != main, place.file, place.start));
    let mut stretches: Vec<StretchId> =
        labels.iter().map(|(place, ..)| place.stretch(map)).collect();
    stretches.dedup();

    let mut sources = Sources { map, sources: BTreeMap::new() };
    let config = Config::new()
        .with_color(colors == Colors::On)
        .with_char_set(CharSet::Unicode)
        .with_index_type(IndexType::Char);
    let range = sources.characters(primary);
    let mut report = Report::build(ReportKind::Error, range).with_config(config);
    for (order, (place, text, color)) in labels.into_iter().enumerate() {
        // ariadne underlines nothing that has no text.
        let text = if text.is_empty() { "here" } else { text };
        let label = Label::new(sources.characters(place)).with_order(order as i32);
        let label = label.with_message(text.replace('\n', " "));
        report.add_label(match colors {
            Colors::On => label.with_color(color),
            Colors::Off => label,
        });
    }
    let mut bytes = Vec::new();
    // Writing to a vector cannot fail.
    let _ = report.finish().write(&mut sources, &mut bytes);
    let drawn = String::from_utf8_lossy(&bytes);
    let mut text = String::with_capacity(drawn.len());
    // The first line is ariadne's headline, which has the code before the severity.
    for line in drawn.lines().skip(1) {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    match stretches.iter().any(|&id| map.stretch(id).first_line != 1) {
        true => renumber(&text, stretches.iter().map(|&id| map.stretch(id).first_line)),
        false => text,
    }
}

/// Where a line number is in a line of the drawing, and the number to show there.
type Number = (usize, usize, String);

/// The drawing with presumed line numbers in its margin, where ariadne counts the lines of what it
/// was given. Each group of lines starts with a headline, `─[ file:3:1 ]`.
fn renumber(drawn: &str, mut first_lines: impl Iterator<Item = u32>) -> String {
    let mut first_line = 1;
    let mut lines: Vec<(&str, Option<Number>)> = Vec::new();
    for line in drawn.lines() {
        if line.contains("─[ ") {
            first_line = first_lines.next().unwrap_or(first_line);
        }
        // `12 │ text`, perhaps with a colour.
        let number = line.find(" │").and_then(|end| {
            let start = line[..end].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
            let number: u64 = line[start..end].parse().ok()?;
            Some((start, end, (number + u64::from(first_line)).saturating_sub(1).to_string()))
        });
        lines.push((line, number));
    }
    let wider = |(start, end, shown): &Number| shown.len().saturating_sub(end - start);
    let extra = lines.iter().filter_map(|(_, number)| number.as_ref().map(wider)).max();
    let extra = extra.unwrap_or(0);
    let mut text = String::with_capacity(drawn.len() + extra * lines.len());
    for (line, number) in lines {
        match number {
            Some((start, end, shown)) => {
                let width = end - start + extra;
                text += &format!("{}{shown:>width$}{}", &line[..start], &line[end..]);
            }
            // The margin ends in a line below its last one.
            None if line.ends_with('╯') => text += &format!("{}{line}", "─".repeat(extra)),
            None => text += &format!("{}{line}", " ".repeat(extra)),
        }
        text.push('\n');
    }
    text
}

/// The files as ariadne wants them.
struct Sources<'m> {
    map: &'m SourceMap,
    sources: BTreeMap<StretchId, Source<String>>,
}

impl Sources<'_> {
    /// A place counted in characters.
    fn characters(&mut self, place: Place) -> (StretchId, std::ops::Range<usize>) {
        let text = &self.map.file(place.file).text;
        let id = place.stretch(self.map);
        let start = text[self.map.stretch(id).start as usize..place.start].chars().count();
        let len = text[place.start..place.end].chars().count();
        (id, start..start + len.max(1))
    }
}

impl Cache<StretchId> for Sources<'_> {
    type Storage = String;

    fn fetch(&mut self, id: &StretchId) -> Result<&Source<String>, impl std::fmt::Debug> {
        let map = self.map;
        let source = self.sources.entry(*id).or_insert_with(|| {
            let offset = map.stretch(*id).first_line.saturating_sub(1) as usize;
            Source::from(printable(map, *id)).with_display_line_offset(offset)
        });
        Ok::<_, std::convert::Infallible>(source)
    }

    fn display<'a>(&self, id: &'a StretchId) -> Option<impl std::fmt::Display + 'a> {
        Some(self.map.stretch(*id).path.to_string())
    }
}

/// The text of a stretch with as many characters, where only `\n` ends a line, as for the compiler,
/// and nothing moves the cursor of a terminal. A last line end makes room for a span at the end.
fn printable(map: &SourceMap, id: StretchId) -> String {
    let stretch = map.stretch(id);
    let text = &map.file(id.file).text[stretch.start as usize..stretch.end as usize];
    let text = text.chars().map(|character| match character {
        '\n' | '\t' => character,
        '\r' | '\x0B' | '\x0C' | '\u{2028}' | '\u{2029}' => ' ',
        _ if character.is_control() => '\u{fffd}',
        _ => character,
    });
    text.chain([' ', '\n']).collect()
}
