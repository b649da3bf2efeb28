//! Kernels of `tests/variants`: the same work as different kinds of users write it.
//!
//! In: a source with a header of `//@` lines (`tests/variants/README.md` has the grammar). Out: a [`Variant`] that can
//! be launched on its small sizes, predicted on its large ones, and rewritten with what the compiler does now.

pub mod formula;
pub mod measure;
pub mod model_error;
pub mod page;
pub mod predicted;
pub mod record;
pub mod run;
pub mod summary;

use std::path::{Path, PathBuf};

use self::formula::{FormulaNames, evaluate};

/// The folder of the sources.
pub const FOLDER: &str = "tests/variants";

/// A source and its header.
#[derive(Clone, Debug, Default)]
pub struct Variant {
    pub path: PathBuf,
    /// The folder and the file, such as `gemm/rotated_loop`.
    pub name: String,
    /// Which kind of user writes it so.
    pub by: String,
    /// The name of the base form of the same work; none if it is one.
    pub base: Option<String>,
    small: String,
    large: String,
    grid: String,
    args: Vec<(String, String)>,
    pub lets: Vec<String>,
    pub results: Vec<String>,
    pub within: Option<f64>,
    /// What the source itself asks for beyond its base form.
    pub extra: Option<String>,
    /// Why the cost model does not predict the launch.
    pub unpredicted: Option<String>,
    /// The schedule in words.
    pub expect: String,
    /// What is missing to the acceptance; empty if nothing is.
    pub gap: String,
    /// What `ptxas` spills or warns of.
    pub ptxas: String,
    /// A part of what fails because of a defect of the compiler; nothing else is checked then.
    pub known_bug: Option<String>,
}

/// A launch on sizes.
pub struct SizedLaunch {
    pub names: FormulaNames,
    pub grid: [u32; 3],
    /// Parameters with their texts, as `parameter` reads them.
    pub args: Vec<(String, String)>,
}

/// All variants, sorted by name.
///
/// # Panics
///
/// If a header cannot be read.
pub fn all() -> Vec<Variant> {
    let read = |path: &PathBuf| {
        Variant::read(path).unwrap_or_else(|what| panic!("{}: {what}", path.display()))
    };
    crate::files(FOLDER, "cu").iter().map(read).collect()
}

impl Variant {
    /// # Errors
    /// A header that cannot be read.
    pub fn read(path: &Path) -> Result<Variant, String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let word = |path: Option<&std::ffi::OsStr>| {
            path.unwrap_or_default().to_string_lossy().into_owned()
        };
        let group = word(path.parent().and_then(Path::file_name));
        let name = format!("{group}/{}", word(path.file_stem()));
        let mut variant = Variant { path: path.to_owned(), name, ..Variant::default() };
        for line in text.lines().filter_map(|line| line.strip_prefix("//@ ")) {
            variant.line(line)?;
        }
        let is_whole = [&variant.by, &variant.small, &variant.large, &variant.grid]
            .iter()
            .all(|text| !text.is_empty());
        if !is_whole || variant.results.is_empty() {
            return Err("`by`, `small`, `large`, `grid` and `result` are needed".to_owned());
        }
        Ok(variant)
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let wrong = || format!("`//@ {line}` is not a line of a header");
        let (key, rest) = line.split_once(' ').ok_or_else(wrong)?;
        let value = rest.trim().to_owned();
        match key {
            "by:" => self.by = value,
            "base:" => self.base = Some(value),
            "small:" => self.small = value,
            "large:" => self.large = value,
            "grid:" => self.grid = value,
            "arg" => {
                let (name, value) = rest.split_once(':').ok_or_else(wrong)?;
                self.args.push((name.trim().to_owned(), value.trim().to_owned()));
            }
            "let" => self.lets.push(value),
            "result" => self.results.push(value),
            "within:" => self.within = Some(value.parse().map_err(|_| wrong())?),
            "extra:" => self.extra = Some(value),
            "unpredicted:" => self.unpredicted = Some(value),
            "expect:" => self.expect = value,
            "gap:" => self.gap = value,
            "ptxas:" => self.ptxas = value,
            "known-bug:" => self.known_bug = Some(value),
            _ => return Err(wrong()),
        }
        Ok(())
    }

    /// The folder.
    pub fn group(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// The launch whose result is checked.
    ///
    /// # Errors
    /// A formula that makes no sense.
    pub fn small(&self) -> Result<SizedLaunch, String> {
        self.launch(&self.small)
    }

    /// The launch whose time is predicted.
    ///
    /// # Errors
    /// A formula that makes no sense.
    pub fn large(&self) -> Result<SizedLaunch, String> {
        self.launch(&self.large)
    }

    /// This kernel on the large sizes of another.
    ///
    /// # Errors
    /// A formula that makes no sense.
    pub fn on_sizes_of(&self, other: &Variant) -> Result<SizedLaunch, String> {
        self.launch(&other.large)
    }

    fn launch(&self, sizes: &str) -> Result<SizedLaunch, String> {
        let mut names = FormulaNames::default();
        for size in sizes.split_whitespace() {
            let (name, value) = size.split_once('=').ok_or_else(|| format!("`{size}`: no `=`"))?;
            let value = value.parse().map_err(|_| format!("`{size}` is not a size"))?;
            names.numbers.insert(name.to_owned(), value);
        }
        let mut grid = [1; 3];
        for (extent, text) in grid.iter_mut().zip(parts(&self.grid)) {
            *extent = evaluate(text, &names)? as u32;
        }
        let arg = |(name, text): &(String, String)| Ok((name.clone(), expanded(text, &names)?));
        let args = self.args.iter().map(arg).collect::<Result<_, String>>()?;
        Ok(SizedLaunch { names, grid, args })
    }

    /// Writes what the compiler does now into the header.
    ///
    /// # Panics
    ///
    /// If the file cannot be written.
    pub fn rewrite(&self, key: &str, value: &str) {
        let text = std::fs::read_to_string(&self.path).expect("the file was listed");
        let start = format!("//@ {key}: ");
        let new = format!("{start}{value}");
        let mut lines: Vec<&str> = text.lines().filter(|line| !line.starts_with(&start)).collect();
        let end = lines.iter().rposition(|line| line.starts_with("//@ ")).map_or(0, |at| at + 1);
        if !value.is_empty() {
            lines.insert(end, &new);
        }
        std::fs::write(&self.path, lines.join("\n") + "\n").expect("the file is writable");
    }
}

/// The parts of a list that commas outside of parentheses divide.
fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// A text with each `%{FORMULA}` replaced by its value.
fn expanded(text: &str, names: &FormulaNames) -> Result<String, String> {
    let (mut made, mut rest) = (String::new(), text);
    while let Some((before, behind)) = rest.split_once("%{") {
        let (inside, behind) =
            behind.split_once('}').ok_or_else(|| format!("`{text}`: `%{{` without `}}`"))?;
        made.push_str(before);
        made.push_str(&evaluate(inside, names)?.to_string());
        rest = behind;
    }
    made.push_str(rest);
    Ok(made)
}
