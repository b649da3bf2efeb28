//! The spellings of nvcc and GCC: a build made for them works with tilec in their place.
//!
//! In: a command line. Out: one in tilec's own spelling, which `clap` reads. A line without a command
//! is nvcc's: `tilec -tilecubin -arch=sm_90 -o x.cubin x.cu` is `tilec build`, and without `-o` its
//! outputs have the names that nvcc gives them. Each option is a row of [`options::OPTIONS`].

mod options;
pub(crate) mod page;
mod values;
mod words;

pub(crate) use words::{handed_on, split};

use options::{DriverOption, Row, TargetOption, Treatment, Value, row};

/// A command line as `clap` knows it, and what the user should be told of it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Normalized {
    pub args: Vec<String>,
    /// Options that have an effect with nvcc and none here.
    pub warnings: Vec<String>,
    /// Options that were ignored.
    pub remarks: Vec<String>,
    pub commands: Commands,
    pub list: List,
}

/// Whether to print the commands that a line stands for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Commands {
    #[default]
    Run,
    PrintAndRun,
    Print,
}

/// `--list-gpu-code` and `--list-gpu-arch`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct List {
    pub chips: bool,
    pub architectures: bool,
}

/// What the environment adds to command lines of nvcc.
#[derive(Clone, Default, Debug)]
pub struct Environment {
    /// `NVCC_PREPEND_FLAGS`
    pub prepend: Option<String>,
    /// `NVCC_APPEND_FLAGS`
    pub append: Option<String>,
}

/// Rewrites the options of a command line that has its command.
///
/// # Errors
/// An option that tilec refuses, with the reason.
pub fn normalize(args: impl IntoIterator<Item = String>) -> Result<Vec<String>, String> {
    let mut line = Line::new(Style::Own);
    line.read(args.into_iter().collect())?;
    Ok(line.finish()?.args)
}

/// Rewrites a command line, the first word of which is the program's name. `commands` are tilec's.
///
/// # Errors
/// An option that tilec refuses, with the reason, or a file of options that cannot be read.
pub fn command_line(
    args: impl IntoIterator<Item = String>,
    commands: &[&str],
    environment: &Environment,
) -> Result<Normalized, String> {
    let mut words = args.into_iter();
    let program = words.next();
    let words: Vec<String> = words.collect();
    let is_own = match words.first().map(String::as_str) {
        None | Some("-h" | "--help" | "-V" | "--version" | "help") => true,
        // A word that is neither an option nor a file is a command; clap reports an unknown one.
        Some(first) => {
            commands.contains(&first)
                || !(first.starts_with(['-', '@']) || first.contains(['.', '/']))
        }
    };
    let mut line = Line::new(if is_own { Style::Own } else { Style::Nvcc });
    line.out.args.extend(program);
    if is_own {
        line.read(words)?;
    } else {
        line.out.args.push("build".into());
        line.read(words::split(environment.prepend.as_deref().unwrap_or_default()))?;
        line.read(words)?;
        line.read(words::split(environment.append.as_deref().unwrap_or_default()))?;
    }
    line.finish()
}

/// Whether a word is an option of nvcc that defines macros, and then whether its value is the next word.
pub fn defines_macros(word: &str) -> Option<bool> {
    let (name, value) = match word.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (word, None),
    };
    let row = row(name.strip_prefix("--").or(name.strip_prefix('-'))?)?;
    row.macros().next().is_some().then_some(row.value != Value::None && value.is_none())
}

/// The tool whose command line it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    /// It has one of tilec's commands.
    Own,
    Nvcc,
}

/// The tool that takes options which neither nvcc nor tilec knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Unknown {
    Unrecognized,
    Linkers,
    HostCompilers,
}

/// A command line that is being read.
struct Line {
    style: Style,
    out: Normalized,
    /// Of several, the last one counts.
    architecture: Option<String>,
    codes: Vec<String>,
    generated: Vec<String>,
    /// What `--emit` says.
    emit: Option<&'static str>,
    /// The option that asks for an output which tilec does not make, and why not.
    refused: Option<String>,
    output_directory: Option<String>,
    has_output: bool,
    tile_only: bool,
    unknown: Unknown,
    /// The options that reach the host compiler, in order, with their last values.
    of_host: Vec<(&'static str, Option<String>)>,
    /// The options that define macros, with their last values.
    defining: Vec<(&'static Row, Option<String>)>,
    /// Options with a single value, to tell of one that is given twice.
    given: Vec<(&'static str, String)>,
    /// Whether there is a word that may be an input.
    has_input: bool,
    /// Objects and libraries among the inputs.
    linked: Vec<String>,
    /// Options of the linker, each with its name and the words that the linker gets.
    link_options: Vec<(String, Vec<String>)>,
    /// `--` and what is behind it.
    of_program: Vec<String>,
}

impl Line {
    fn new(style: Style) -> Line {
        Line {
            style,
            out: Normalized::default(),
            architecture: None,
            codes: Vec::new(),
            generated: Vec::new(),
            emit: None,
            refused: None,
            output_directory: None,
            has_output: false,
            tile_only: false,
            unknown: Unknown::Unrecognized,
            of_host: Vec::new(),
            defining: Vec::new(),
            given: Vec::new(),
            has_input: false,
            linked: Vec::new(),
            link_options: Vec::new(),
            of_program: Vec::new(),
        }
    }

    fn read(&mut self, words: Vec<String>) -> Result<(), String> {
        let words = words::expand(words)?;
        // It holds for all of the line.
        let options =
            words.iter().filter_map(|word| row(word.strip_prefix('-')?.trim_start_matches('-')));
        for row in options {
            let unknown = match row.treatment {
                Treatment::Driver(DriverOption::ForwardUnknown, _) => Unknown::HostCompilers,
                Treatment::Driver(DriverOption::ForwardToLinker, _) => Unknown::Linkers,
                _ => continue,
            };
            self.unknown = self.unknown.max(unknown);
        }
        let mut words = words.into_iter().peekable();
        while let Some(word) = words.next() {
            if word == "--" && self.style == Style::Own {
                // What is behind it is for the program that runs.
                self.of_program = std::iter::once(word).chain(words).collect();
                break;
            }
            self.word(&word, &mut words)?;
        }
        Ok(())
    }

    /// Reads a word, with the next one if that is its value.
    fn word(
        &mut self,
        word: &str,
        rest: &mut std::iter::Peekable<impl Iterator<Item = String>>,
    ) -> Result<(), String> {
        if !word.starts_with('-') || word == "-" {
            self.input(word);
            return Ok(());
        }
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word, None),
        };
        let bare = name.strip_prefix("--").or(name.strip_prefix('-')).unwrap_or(name);
        let is_ours = self.style == Style::Own && KEPT.contains(&bare);
        if let Some(row) = row(bare).filter(|_| !is_ours) {
            let value = match (row.value, value) {
                (Value::None, Some(_)) => {
                    return Err(format!("{word}: `{name}` does not take a value"));
                }
                (Value::None, None) => None,
                (_, Some(value)) => Some(value.to_owned()),
                // GCC's `-Werror` has no value behind a space; nvcc's is one of its kinds.
                (_, None) if row.long == "Werror" => {
                    let next = rest.next_if(|next| {
                        !next.starts_with(['-', '@']) && !next.contains(['.', '/'])
                    });
                    if let Some(kind) = next.as_deref().filter(|it| !values::is_warning_kind(it)) {
                        return Err(format!("{name} {kind}: nvcc has no such kind of warnings"));
                    }
                    next
                }
                (_, None) => match rest.next() {
                    Some(value) => Some(value),
                    None => return Err(format!("{name}: the value is missing")),
                },
            };
            return self.option(name, row, value);
        }
        let glued = options::OPTIONS.iter().filter(|row| row.value == Value::Glued);
        // `-MFx` is not `-M`, and a long option is not a short one with a value.
        for row in glued.filter(|_| !word.starts_with("--")) {
            let is_ours = self.style == Style::Own && KEPT.contains(&row.short);
            match word[1..].strip_prefix(row.short) {
                Some(value) if !is_ours && is_value_of(row, value) => {
                    return self.option(&word[..=row.short.len()], row, Some(value.to_owned()));
                }
                _ => {}
            }
        }
        match self.unknown {
            Unknown::HostCompilers if !crate::cli::is_option(bare) => {
                self.out.args.push(format!("--compiler-options={}", words::quoted(word)));
            }
            Unknown::Linkers if !crate::cli::is_option(bare) => {
                self.out.remarks.push(format!("{word} is ignored: it is the linker's"));
            }
            _ if self.style == Style::Nvcc && !crate::cli::is_option(bare) => {
                return Err(format!(
                    "{word} is not an option of nvcc or tilec; the host compiler's stand behind -Xcompiler"
                ));
            }
            _ => self.out.args.push(word.to_owned()),
        }
        Ok(())
    }

    /// A word that is not an option. Objects and libraries count only if the output is linked.
    fn input(&mut self, word: &str) {
        let is_linked = LINKED.iter().any(|extension| word.ends_with(extension));
        if self.style == Style::Nvcc && is_linked {
            return self.linked.push(word.to_owned());
        }
        self.has_input = true;
        self.out.args.push(word.to_owned());
    }

    fn option(
        &mut self,
        name: &str,
        row: &'static Row,
        value: Option<String>,
    ) -> Result<(), String> {
        if let Some(value) = value.as_deref().filter(|_| self.style == Style::Nvcc) {
            values::check(name, row.long, value)?;
        }
        let out = &mut self.out;
        if let Some(value) = &value
            && SINGLE.contains(&row.short)
        {
            match self.given.iter_mut().find(|(short, _)| *short == row.short) {
                Some((_, before)) if before != value => {
                    let message = format!("{name} is given twice: `{value}` replaces `{before}`");
                    out.warnings.push(message);
                    *before = value.clone();
                }
                Some(_) => {}
                None => self.given.push((row.short, value.clone())),
            }
        }
        if row.macros().next().is_some() {
            self.defining.retain(|(known, _)| known.long != row.long);
            self.defining.push((row, value.clone()));
        }
        match (row.treatment, value) {
            (Treatment::Target(TargetOption::Architecture), value) => self.architecture = value,
            (Treatment::Target(TargetOption::Code), value) => self.codes.extend(value),
            (Treatment::Target(TargetOption::Generate), value) => self.generated.extend(value),
            (Treatment::Same("--output"), Some(value)) => {
                self.has_output = true;
                out.args.push(format!("--output={value}"));
            }
            (Treatment::Same(ours), None) => {
                // The step of device code has both.
                let is_device_link =
                    |emit: &str| matches!(emit, "--emit=device-link" | "--emit=shared");
                if is_device_link(ours) && self.emit.is_some_and(is_device_link) {
                    self.emit = Some("--emit=device-link");
                    self.out.args.push("--emit=device-link".to_owned());
                    return Ok(());
                }
                if ours.starts_with("--emit=") {
                    self.only_output(name, ours)?;
                    self.emit = Some(ours);
                    self.tile_only |= name.trim_start_matches('-').starts_with("tile");
                }
                self.out.args.push(ours.to_owned());
            }
            (Treatment::Same(ours), Some(value))
                if row.short == "D" && self.style == Style::Nvcc =>
            {
                let all = values::definitions(&value);
                out.args.extend(all.iter().map(|part| format!("{ours}={part}")));
            }
            // A list of names or folders, as nvcc takes it.
            (Treatment::Same(ours), Some(value)) if is_list(row) && value.contains(',') => {
                out.args.extend(value.split(',').map(|part| format!("{ours}={part}")));
            }
            (Treatment::Same(ours), Some(value)) => out.args.push(format!("{ours}={value}")),
            (Treatment::Host(theirs), value) => {
                self.of_host.retain(|(known, _)| *known != theirs);
                self.of_host.push((theirs, value));
            }
            (Treatment::Ignored(why), _) => {
                out.remarks.push(format!("{name} is ignored: {why}"));
            }
            (Treatment::WarnIf(when, why), value) => match value.as_deref() {
                Some(value) if value == when => {
                    out.warnings.push(format!("{name}={value} has no effect: {why}"));
                }
                _ => out.remarks.push(format!("{name} is ignored: {why}")),
            },
            (Treatment::Warned(why), _) => {
                out.warnings.push(format!("{name} has no effect: {why}"));
            }
            (Treatment::Refused(why), _) => {
                self.refused.get_or_insert_with(|| format!("{name} is not supported: {why}"));
            }
            (Treatment::Driver(option, _), value) => self.driver(name, option, value)?,
        }
        Ok(())
    }

    /// Several outputs of a file are asked for one by one: nvcc would make one of them too.
    fn only_output(&mut self, name: &str, asked: &'static str) -> Result<(), String> {
        const PREPROCESSED: &str = "--emit=preprocessed";
        match self.emit {
            Some(before) if ![before, asked].contains(&PREPROCESSED) && before != asked => {
                let before = before.trim_start_matches("--emit=");
                Err(format!("{name} asks for another output than {before}, and there is one"))
            }
            _ => Ok(()),
        }
    }

    fn driver(
        &mut self,
        name: &str,
        option: DriverOption,
        value: Option<String>,
    ) -> Result<(), String> {
        match (option, value) {
            (DriverOption::DryRun, _) => self.out.commands = Commands::Print,
            (DriverOption::Verbose, _) if self.out.commands == Commands::Run => {
                self.out.commands = Commands::PrintAndRun;
            }
            (DriverOption::OptionsFile, Some(files)) => {
                for file in files.split(',') {
                    self.read(vec![format!("@{file}")])?;
                }
            }
            (DriverOption::OutputDirectory, value) => self.output_directory = value,
            (DriverOption::TileOnly, _) => self.tile_only = true,
            (DriverOption::DeviceDebug, _) => {
                self.out.args.extend(["-O0", "--generate-line-info"].map(String::from));
            }
            (DriverOption::Link(prefix), Some(value)) => {
                let words = match prefix {
                    "-Xlinker" => value
                        .split(',')
                        .flat_map(|word| [prefix.to_owned(), word.to_owned()])
                        .collect(),
                    _ => vec![format!("{prefix}{value}")],
                };
                self.link_options.push((name.to_owned(), words));
            }
            (DriverOption::Language, Some(language)) if language != "cu" => {
                let why = "its inputs would be host code, which tilec does not compile";
                return Err(format!("{name} {language} is not supported: {why}"));
            }
            (DriverOption::ListCode, _) => self.out.list.chips = true,
            (DriverOption::ListArchitectures, _) => self.out.list.architectures = true,
            (
                DriverOption::Verbose
                | DriverOption::OptionsFile
                | DriverOption::Language
                | DriverOption::ForwardUnknown
                | DriverOption::ForwardToLinker
                | DriverOption::Link(_),
                _,
            ) => {}
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Normalized, String> {
        // `-E`, `-M` and a listing come before any other output.
        let is_listing = self.out.list != List::default();
        if let Some(refused) = self.refused.take().filter(|_| !is_listing) {
            return Err(refused);
        }
        self.link();
        let is_help = |arg: &String| matches!(arg.as_str(), "--help" | "--version");
        if self.style == Style::Nvcc
            && !(self.has_input || is_listing || self.out.args.iter().any(is_help))
        {
            return Err("there is no input; `tilec --help` lists the commands".into());
        }
        self.targets()?;
        self.define_macros();
        self.tell_host();
        if self.style == Style::Nvcc && !is_listing {
            self.name_output()?;
        }
        self.out.args.append(&mut self.of_program);
        Ok(self.out)
    }

    /// Whether the output may be an executable.
    fn may_be_linked(&self) -> bool {
        let is_build = self.out.args.iter().take(2).any(|word| word == "build");
        let is_emit = |arg: &String| arg == "--emit" || arg.starts_with("--emit=");
        let is_asked = match self.emit {
            Some(emit) => OF_LINKERS.contains(&emit),
            None => !self.out.args.iter().any(is_emit),
        };
        // tilec's own command line has the option as it was written.
        let is_output = |arg: &String| {
            arg.starts_with("--output")
                || arg.strip_prefix('-').is_some_and(|it| it.starts_with('o'))
        };
        let has_output = self.has_output || self.out.args.iter().any(is_output);
        is_build && is_asked && (has_output || self.style == Style::Nvcc)
    }

    /// Hands on what is for the linker, if there may be something to link.
    fn link(&mut self) {
        let is_linked = self.may_be_linked();
        let objects = std::mem::take(&mut self.linked);
        let options = std::mem::take(&mut self.link_options);
        if is_linked {
            self.has_input |= !objects.is_empty();
            self.out.args.extend(objects);
            let words = options.into_iter().flat_map(|(_, words)| words);
            self.out.args.extend(words.map(|word| format!("--link-word={word}")));
            return;
        }
        let names = objects.into_iter().chain(options.into_iter().map(|(name, _)| name));
        let remarks = names.map(|name| format!("{name} is ignored: {}", options::LINK));
        self.out.remarks.extend(remarks);
    }

    /// Defines what options of nvcc define, before what the command line itself does: behind the program
    /// and the command.
    fn define_macros(&mut self) {
        let behind = self.out.args.len().min(2);
        let mut names = Vec::new();
        for (row, given) in &self.defining {
            for (value, name) in row.macros() {
                if (value.is_none() || value == given.as_deref()) && !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        let options = names.into_iter().map(|name| format!("--define-macro={name}"));
        self.out.args.splice(behind..behind, options);
    }

    /// Hands options on to the host compiler, as nvcc does behind those of `-Xcompiler`.
    fn tell_host(&mut self) {
        // nvcc says nothing where it is told not to optimise.
        let options = self.of_host.iter().filter(|(name, value)| {
            let is_zero = value.as_deref().is_some_and(|value| value.parse() == Ok(0));
            *name != "-O" || !is_zero
        });
        let word = |(name, value): &(&str, Option<String>)| {
            let word = format!("{name}{}", value.as_deref().unwrap_or_default());
            format!("--compiler-options={}", words::quoted(&word))
        };
        self.out.args.extend(options.map(word));
    }

    /// `-arch` with `-code` is one `-gencode`.
    fn targets(&mut self) -> Result<(), String> {
        if !self.codes.is_empty() {
            let Some(architecture) = self.architecture.take() else {
                return Err("-code needs -arch, a virtual target such as compute_90".into());
            };
            if !architecture.starts_with("compute_") {
                return Err(format!(
                    "-arch={architecture}: -code needs a virtual target there, such as compute_90"
                ));
            }
            let codes = self.codes.join(",");
            self.generated.push(format!("arch={architecture},code=[{codes}]"));
        }
        let architecture = self.architecture.take();
        self.out.args.extend(architecture.map(|name| format!("--arch={name}")));
        let generated = self.generated.iter();
        self.out.args.extend(generated.map(|value| format!("--generate-code={value}")));
        Ok(())
    }

    /// What nvcc calls an output without `-o`: the name of the source in this folder, or in that of
    /// `-odir`, with another extension.
    fn name_output(&mut self) -> Result<(), String> {
        let is_dependencies = |arg: &String| {
            matches!(arg.as_str(), "--generate-dependencies" | "--generate-nonsystem-dependencies")
        };
        if self.has_output || self.out.args.iter().any(is_dependencies) {
            return Ok(());
        }
        let is_emit = |arg: &String| arg == "--emit" || arg.starts_with("--emit=");
        let extension = match self.emit {
            Some("--emit=cubin") if self.tile_only => "tile.cubin",
            Some("--emit=cubin") => "cubin",
            Some("--emit=fatbin") if self.tile_only => "tile.fatbin",
            Some("--emit=fatbin") => "fatbin",
            Some("--emit=tilebc") => "tilebc",
            Some("--emit=ptx") => "ptx",
            Some("--emit=object") => "o",
            Some(_) => return Ok(()),
            None if self.out.args.iter().any(is_emit) => return Ok(()),
            None => {
                self.out.args.push("--emit=executable".into());
                return Ok(());
            }
        };
        self.out.args.push(format!("--output-extension={extension}"));
        let folder = self.output_directory.take();
        self.out.args.extend(folder.map(|folder| format!("--output-directory={folder}")));
        Ok(())
    }
}

/// Options that tilec's own command lines have in another meaning.
const KEPT: &[&str] = &["O", "optimize", "o"];

/// Options of which a second value replaces the first.
const SINGLE: &[&str] =
    &["MF", "arch", "ccbin", "fmad", "fmax-errors", "maxrregcount", "o", "odir", "std"];

/// Outputs that objects are linked to.
const OF_LINKERS: &[&str] =
    &["--emit=executable", "--emit=shared", "--emit=library", "--emit=device-link"];

/// How the names of inputs end that are for linking.
const LINKED: &[&str] = &[".o", ".obj", ".a", ".lib", ".so", ".dylib", ".dll"];

/// Whether a value may be a list with commas.
fn is_list(row: &Row) -> bool {
    matches!(row.short, "include" | "I" | "isystem" | "U")
}

/// Whether `value` can stand at once behind the name of a row, so that `-machine` is not `-m`.
fn is_value_of(row: &Row, value: &str) -> bool {
    match row.short {
        "O" => {
            value.chars().all(|c| c.is_ascii_digit()) || matches!(value, "s" | "z" | "g" | "fast")
        }
        "t" | "m" => value.chars().all(|c| c.is_ascii_digit()),
        "x" => matches!(value, "cu" | "c" | "c++"),
        _ => true,
    }
}

#[cfg(test)]
mod tests;
