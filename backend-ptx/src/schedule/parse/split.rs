//! A schedule's text in parts: tile IR, and the lines of `schedule` blocks.
//!
//! The tile IR keeps its place: what is taken out is blank in it.

/// A line, and the byte where it begins.
#[derive(Clone, Copy, Debug)]
pub struct TextLine<'a> {
    pub text: &'a str,
    pub start: usize,
}

/// A `schedule` block: its first line, and those in it.
#[derive(Debug)]
pub struct ScheduleText<'a> {
    pub head: TextLine<'a>,
    pub lines: Vec<TextLine<'a>>,
}

/// The parts.
pub struct Split<'a> {
    pub tile_ir: String,
    pub schedules: Vec<ScheduleText<'a>>,
}

/// Splits a text.
pub fn split(text: &str) -> Split<'_> {
    let mut split = Split { tile_ir: String::new(), schedules: Vec::new() };
    // How many blocks of a schedule are open.
    let mut depth = 0;
    let mut start = 0;
    for whole in text.split_inclusive('\n') {
        let line = TextLine { text: whole.trim_end_matches(['\n', '\r']), start };
        start += whole.len();
        let first = line.text.split_whitespace().next().unwrap_or("");
        let is_head = depth == 0 && first == "schedule";
        if is_head {
            split.schedules.push(ScheduleText { head: line, lines: Vec::new() });
        } else if let (1.., Some(schedule)) = (depth, split.schedules.last_mut()) {
            schedule.lines.push(line);
        } else {
            split.tile_ir.push_str(whole);
            continue;
        }
        let code = line.text.split("//").next().unwrap_or("");
        depth += code.matches('{').count();
        depth = depth.saturating_sub(code.matches('}').count());
        let blank = |c: char| if c == '\n' { c } else { ' ' };
        split.tile_ir.extend(whole.bytes().map(|byte| blank(char::from(byte))));
    }
    split
}
