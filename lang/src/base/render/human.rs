//! The form for people, drawn by ariadne: headline, source lines with labels, notes.

use std::collections::BTreeMap;
use std::fmt::Write;

use ariadne::{Cache, CharSet, Color, Config, IndexType, Label, Report, ReportKind, Source};

use crate::base::{Diagnostic, Severity, SourceMap, StretchId};

use super::window::Window;
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
    let shown =
        diagnostic.secondary.iter().filter(|label| !notes::is_note(map, diagnostic, label.span));
    let secondary = shown.filter_map(|label| {
        let place = Place::of(map, label.span).filter(|_| !label.span.is_none())?;
        Some((place, label.text.as_str(), Color::Blue))
    });
    let secondary = secondary.filter(|(place, ..)| *place != primary);
    labels.extend(secondary.take(MAX_SECONDARY));
    let places: Vec<Place> = labels.iter().map(|(place, ..)| *place).collect();
    let windows = Window::for_places(map, &places);
    let mut sources = Sources { map, windows, sources: BTreeMap::new() };
    labels.retain(|(place, ..)| sources.characters(*place).is_some());
    // The file of the primary label comes first, and labels in the order of the text.
    let main = primary.stretch(map);
    labels.sort_by_key(|(place, ..)| (place.stretch(map) != main, place.file, place.start));
    let mut stretches: Vec<StretchId> =
        labels.iter().map(|(place, ..)| place.stretch(map)).collect();
    stretches.dedup();

    let config = Config::new()
        .with_color(colors == Colors::On)
        .with_char_set(CharSet::Unicode)
        .with_index_type(IndexType::Char);
    let Some(range) = sources.characters(primary) else { return String::new() };
    let mut report = Report::build(ReportKind::Error, range).with_config(config);
    for (order, (place, text, color)) in labels.into_iter().enumerate() {
        // ariadne underlines nothing that has no text.
        let text = if text.is_empty() { "here" } else { text };
        let Some(range) = sources.characters(place) else { continue };
        let label = Label::new(range).with_order(order as i32);
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
    let mut shown = stretches.iter().filter_map(|id| sources.windows.get(id));
    // The first line is ariadne's headline, which has the code before the severity.
    for line in drawn.lines().skip(1) {
        let column = match line.contains("─[ ") {
            true => shown.next().and_then(|window| window.column),
            false => None,
        };
        text.push_str(&with_column(line, column));
        text.push('\n');
    }
    let first_lines = || {
        let windows = stretches.iter().filter_map(|id| sources.windows.get(id));
        windows.map(|window| window.first_line)
    };
    match first_lines().any(|line| line != 1) {
        true => renumber(&text, first_lines()),
        false => text,
    }
}

/// A line of the drawing; if it is the headline of a group, `─[ file:3:1 ]`, with another column.
fn with_column(line: &str, column: Option<u32>) -> String {
    let line = line.trim_end();
    let headline = column.and_then(|column| {
        let (place, rest) = line.rsplit_once(" ]")?;
        let (place, _) = place.rsplit_once(':')?;
        Some(format!("{place}:{column} ]{rest}"))
    });
    headline.unwrap_or_else(|| line.to_owned())
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
    windows: BTreeMap<StretchId, Window>,
    sources: BTreeMap<StretchId, Source<String>>,
}

impl Sources<'_> {
    /// A place counted in characters of what is shown; `None` if it is not.
    fn characters(&self, place: Place) -> Option<(StretchId, std::ops::Range<usize>)> {
        let id = place.stretch(self.map);
        Some((id, self.windows.get(&id)?.characters(self.map, place)?))
    }
}

impl Cache<StretchId> for Sources<'_> {
    type Storage = String;

    fn fetch(&mut self, id: &StretchId) -> Result<&Source<String>, impl std::fmt::Debug> {
        let window = self.windows.get(id);
        let source = self.sources.entry(*id).or_insert_with(|| {
            let text = window.map_or(String::new(), |window| window.printable(self.map, *id));
            let offset = window.map_or(0, |window| window.first_line.saturating_sub(1) as usize);
            Source::from(text).with_display_line_offset(offset)
        });
        Ok::<_, std::convert::Infallible>(source)
    }

    fn display<'a>(&self, id: &'a StretchId) -> Option<impl std::fmt::Display + 'a> {
        Some(self.map.stretch(*id).path.to_string())
    }
}
