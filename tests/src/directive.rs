//! `//@`: what a test file asks for.
//!
//! ```text
//! //@ check                          diagnostics, against the `//~` annotations
//! //@ ir                             check, lower, optimise; the text reads back as itself
//! //@ opt: licm dce                  the named passes over a .tir file; `full` is the pipeline
//! //@ ptx: sm_90a                    down to PTX, assembled where there is a ptxas
//! //@ run: cpu emulator gpu          run the kernel: in the interpreter, its PTX in the emulator,
//!                                    and on a GPU where there is one
//!
//! //@ flags: -fmad=false -DN=4       compile options
//! //@ kernel: scale<float>           which kernel, if the file has several or a template
//! //@ grid: 2,1,1
//! //@ arg p: f32[8] = iota           the parameters in order, see `parameter`
//! //@ arg out: out f32[8]
//! //@ expect out[0..4] = 1 2 3 4     elements after the run; also `out[3]`, `out`
//! //@ expect out within ulp 2 = iota*2
//! //@ prints: x = 4                  one line of what the kernel prints
//!
//! //@ contains: addi                 in the text of `ir`, `opt` or `ptx`
//! //@ contains 2: load_ptr_tko       so many times
//! //@ lacks: alloca
//! //@ known-bug: race in shared      each failure of the case has this text, and there is one
//! //@ becomes                        the rest of a .tir file is what `opt` makes of it
//! ```
//!
//! A file may ask for several stages.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::annotation::{self, Annotation};
use crate::compare::Comparison;
use crate::parameter::{Buffer, Parameter, initialized};

/// A test file.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    pub path: PathBuf,
    /// What is compiled.
    pub source: String,
    pub stages: Vec<Stage>,
    pub flags: Vec<String>,
    pub run: Run,
    pub patterns: Vec<Pattern>,
    pub becomes: Option<String>,
    /// What is wrong with the compiler here: texts of which each failure has one.
    pub known_bugs: Vec<String>,
    pub annotations: Vec<Annotation>,
}

/// How far a test goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    Check,
    Ir,
    Opt(Vec<String>),
    Ptx(String),
    Run(Vec<Device>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Device {
    Cpu,
    Emulator,
    Gpu,
}

/// A launch and its expected results.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    pub kernel: Option<String>,
    pub grid: [u32; 3],
    pub parameters: Vec<(String, Parameter)>,
    pub expectations: Vec<Expectation>,
    pub prints: Vec<String>,
}

impl Default for Run {
    fn default() -> Run {
        Run {
            kernel: None,
            grid: [1; 3],
            parameters: Vec::new(),
            expectations: Vec::new(),
            prints: Vec::new(),
        }
    }
}

/// Elements of a buffer after the run.
#[derive(Clone, PartialEq, Debug)]
pub struct Expectation {
    /// The number of the buffer among [`Run::buffers`].
    pub buffer: usize,
    /// The bytes that are compared.
    pub range: Range<usize>,
    pub want: Vec<u8>,
    pub how: Comparison,
}

/// Text that the output has or lacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    pub text: String,
    pub count: Count,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    Some,
    Exactly(usize),
}

impl Case {
    /// Reads a file that is there.
    ///
    /// # Errors
    /// A directive or annotation that cannot be read.
    pub fn read(path: &Path) -> Result<Case, String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        Case::parse(path, &text)
    }

    /// # Errors
    /// A directive or annotation that cannot be read.
    pub fn parse(path: &Path, text: &str) -> Result<Case, String> {
        let (source, becomes) = match text.split_once("//@ becomes\n") {
            Some((source, becomes)) => (source, Some(becomes.to_owned())),
            None => (text, None),
        };
        let mut case = Case {
            path: path.to_owned(),
            source: source.to_owned(),
            stages: Vec::new(),
            flags: Vec::new(),
            run: Run::default(),
            patterns: Vec::new(),
            becomes,
            known_bugs: Vec::new(),
            annotations: annotation::parse(source)?,
        };
        for (index, line) in source.lines().enumerate() {
            if let Some(directive) = line.trim_start().strip_prefix("//@") {
                let fail = |what: String| format!("line {}: {what}", index + 1);
                case.directive(directive.trim()).map_err(fail)?;
            }
        }
        if case.stages.is_empty() {
            return Err("no directive says what to do".to_owned());
        }
        Ok(case)
    }

    fn directive(&mut self, text: &str) -> Result<(), String> {
        let (head, value) = match text.split_once(':') {
            Some((head, value)) => (head.trim(), value.trim()),
            None => (text, ""),
        };
        let words = || value.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        match head.split_once(' ').unwrap_or((head, "")) {
            ("check", "") => self.stages.push(Stage::Check),
            ("ir", "") => self.stages.push(Stage::Ir),
            ("opt", "") => self.stages.push(Stage::Opt(words())),
            ("ptx", "") => self.stages.push(Stage::Ptx(value.to_owned())),
            ("run", "") => {
                let devices: Option<Vec<Device>> =
                    words().iter().map(|word| device(word)).collect();
                let devices = devices.filter(|devices| !devices.is_empty());
                self.stages.push(Stage::Run(devices.ok_or("devices are cpu, emulator and gpu")?));
            }
            ("flags", "") => self.flags.extend(words()),
            ("kernel", "") => self.run.kernel = Some(value.to_owned()),
            ("grid", "") => self.run.grid = parse_grid(value)?,
            ("arg", name) if !name.is_empty() => {
                self.run.parameters.push((name.to_owned(), Parameter::parse(value)?));
            }
            ("expect", _) => {
                let expectation = self.run.expectation(text.trim_start_matches("expect").trim())?;
                self.run.expectations.push(expectation);
            }
            ("prints", "") => self.run.prints.push(value.to_owned()),
            ("known-bug", "") => self.known_bugs.push(value.to_owned()),
            ("contains", "") => self.pattern(value, Count::Some),
            ("contains", count) => {
                let count = count.parse().map_err(|_| format!("`{count}` is not a count"))?;
                self.pattern(value, Count::Exactly(count));
            }
            ("lacks", "") => self.pattern(value, Count::Exactly(0)),
            _ => return Err(format!("there is no directive `{text}`")),
        }
        Ok(())
    }

    fn pattern(&mut self, text: &str, count: Count) {
        self.patterns.push(Pattern { text: text.to_owned(), count });
    }
}

impl Run {
    /// All buffers with their names, in the order of the parameters and their members. The second
    /// buffer that a member of `c` points to is called `c.1`.
    pub fn buffers(&self) -> Vec<(String, Buffer<'_>)> {
        let mut all = Vec::new();
        for (name, parameter) in &self.parameters {
            let is_object = matches!(parameter, Parameter::Object { .. });
            for (index, buffer) in parameter.buffers().into_iter().enumerate() {
                let name = if is_object { format!("{name}.{index}") } else { name.clone() };
                all.push((name, buffer));
            }
        }
        all
    }

    /// `out[0..4] = 1 2 3 4`, `out within ulp 2 = iota`.
    fn expectation(&self, text: &str) -> Result<Expectation, String> {
        let (left, values) = text.split_once('=').ok_or("an expectation has an `=`")?;
        let (place, how) = match left.split_once(" within ") {
            Some((place, how)) => (place.trim(), Comparison::parse(how.trim())?),
            None => (left.trim(), Comparison::Exact),
        };
        let (name, part) = match place.split_once('[') {
            Some((name, part)) => (name, Some(part.trim_end_matches(']'))),
            None => (place, None),
        };
        let buffers = self.buffers();
        let buffer = buffers.iter().position(|(known, _)| known == name);
        let buffer = buffer.ok_or_else(|| format!("no buffer `//@ arg {name}` before this"))?;
        let Buffer { ty, bytes, .. } = buffers[buffer].1;
        let elements = match part {
            None => 0..bytes.len() / ty.bytes,
            Some(part) => parse_range(part).ok_or_else(|| format!("`{part}` is not a range"))?,
        };
        let values = values.trim();
        let is_list = values.chars().all(|c| !matches!(c, '[' | '('))
            && !values.starts_with("iota")
            && values != "zeros";
        let list = format!("[{}]", values.split_whitespace().collect::<Vec<_>>().join(","));
        let init = if is_list { &list } else { values };
        let (_, want) = initialized(ty.name, elements.len(), init)?;
        let range = elements.start * ty.bytes..elements.end * ty.bytes;
        if range.end > bytes.len() {
            return Err(format!("`{name}` has {} elements", bytes.len() / ty.bytes));
        }
        Ok(Expectation { buffer, range, want, how })
    }
}

fn device(word: &str) -> Option<Device> {
    match word {
        "cpu" => Some(Device::Cpu),
        "emulator" => Some(Device::Emulator),
        "gpu" => Some(Device::Gpu),
        _ => None,
    }
}

/// `4`, `4,2`, `4,2,1`.
///
/// # Errors
/// The text is not a grid.
pub fn parse_grid(text: &str) -> Result<[u32; 3], String> {
    let mut grid = [1; 3];
    let counts: Vec<&str> = text.split(',').map(str::trim).collect();
    if counts.len() > 3 {
        return Err(format!("`{text}` has more than three directions"));
    }
    for (slot, count) in grid.iter_mut().zip(counts) {
        *slot = count.parse().map_err(|_| format!("`{text}` is not a grid"))?;
    }
    Ok(grid)
}

fn parse_range(text: &str) -> Option<Range<usize>> {
    match text.split_once("..") {
        Some((start, end)) => Some(start.trim().parse().ok()?..end.trim().parse().ok()?),
        None => {
            let index: usize = text.trim().parse().ok()?;
            Some(index..index + 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Case, Count, Device, Pattern, Stage};

    fn case(text: &str) -> Result<Case, String> {
        Case::parse(Path::new("case.cu"), text)
    }

    #[test]
    fn everything_is_read() {
        let case = case(
            "//@ run: cpu gpu\n//@ ptx: sm_90a\n//@ flags: -fmad=false -DN=4\n//@ grid: 2,3\n\
             //@ arg p: i16[2] = [1, 2]\n//@ arg out: out i16[4]\n\
             //@ expect out[1..3] = 1 -1\n//@ expect out[0] within ulp 2 = 5\n\
             //@ contains 2: a: b\n//@ lacks: c\n//@ prints: x = 1\ncode //~ error: x\n",
        )
        .expect("well-formed");
        let run = Stage::Run(vec![Device::Cpu, Device::Gpu]);
        assert_eq!(case.stages, [run, Stage::Ptx("sm_90a".into())]);
        assert_eq!(case.flags, ["-fmad=false", "-DN=4"]);
        assert_eq!(case.run.grid, [2, 3, 1]);
        assert_eq!(case.run.expectations[0].range, 2..6);
        assert_eq!(case.run.expectations[0].want, [1, 0, 0xFF, 0xFF]);
        assert_eq!(case.run.prints, ["x = 1"]);
        let twice = Pattern { text: "a: b".into(), count: Count::Exactly(2) };
        assert_eq!(case.patterns[0], twice);
        assert_eq!(case.annotations.len(), 1);
    }

    #[test]
    fn what_follows_becomes_is_not_compiled() {
        let case = case("//@ opt: dce\na\n//@ becomes\nb\n").expect("well-formed");
        assert_eq!(case.source, "//@ opt: dce\na\n");
        assert_eq!(case.becomes.as_deref(), Some("b\n"));
    }

    #[test]
    fn mistakes_are_refused() {
        for text in [
            "int x;\n",
            "//@ chekc\n",
            "//@ run:\n",
            "//@ run: tpu\n",
            "//@ run: cpu\n//@ expect out = 1\n",
            "//@ run: cpu\n//@ arg out: out i8[2]\n//@ expect out[0..3] = 1 2 3\n",
            "//@ run: cpu\n//@ arg out: out i8[2]\n//@ expect out = 1\n",
            "//@ check\n//@ grid: 1,2,3,4\n",
            "//@ check\n//@ contains x: y\n",
        ] {
            assert!(case(text).is_err(), "{text}");
        }
    }
}
