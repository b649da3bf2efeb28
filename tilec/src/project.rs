//! `tilec.toml`: what a project is compiled with unless the command line says otherwise.
//!
//! ```toml
//! [build]
//! arch = "sm_90a"
//! include = ["include"]                        # relative to this file
//! define = ["TILE=128", "NDEBUG"]
//! options = ["-fmad=false"]                    # others, as on the command line
//! instantiate = ["matmul<__half, 128, 64>"]    # kernel templates to compile and check
//! ```
//!
//! The file is looked for in the folder of the source and those above it; the nearest one counts.
//! Flags of a command line come after those of the project, so that they win.

use std::path::{Path, PathBuf};

use lang::pp::MacroOption;
use serde::Deserialize;

use crate::cli::CompileArgs;
use crate::input;

/// The name of the file.
pub const FILE_NAME: &str = "tilec.toml";

/// A project's file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Project {
    /// Where the file is: relative paths in it start here.
    pub folder: PathBuf,
    pub build: Build,
}

/// `[build]`
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Build {
    /// `--arch`
    pub arch: Option<String>,
    /// `-I`
    pub include: Vec<String>,
    /// `-D`
    pub define: Vec<String>,
    /// Other options, as on the command line.
    pub options: Vec<String>,
    /// Kernel templates with their arguments.
    pub instantiate: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Contents {
    #[serde(default)]
    build: Build,
}

impl Project {
    /// The project that a source belongs to, if any.
    ///
    /// # Errors
    /// The file makes no sense, in words that name it and the line.
    pub fn of(source: &Path) -> Result<Option<Project>, String> {
        // Folders above the current one count too.
        let source = std::path::absolute(source).unwrap_or_else(|_| source.to_path_buf());
        match find(&source, FILE_NAME) {
            Some(file) => {
                let text = input::read_text(&file)?;
                Project::parse(&file, &text).map(Some)
            }
            None => Ok(None),
        }
    }

    /// The project that `file` with this text describes.
    ///
    /// # Errors
    /// The text makes no sense.
    pub fn parse(file: &Path, text: &str) -> Result<Project, String> {
        let contents: Contents =
            toml::from_str(text).map_err(|error| describe(file, text, &error))?;
        let folder = file.parent().unwrap_or(Path::new("")).to_path_buf();
        Ok(Project { folder, build: contents.build })
    }

    /// What the file says, as flags of a command line.
    pub fn flags(&self) -> Vec<String> {
        let arch = self.build.arch.iter().map(|arch| format!("--arch={arch}"));
        let folder = |dir: &String| self.folder.join(dir).display().to_string();
        let include = self.build.include.iter().map(|dir| format!("-I{}", folder(dir)));
        let define = self.build.define.iter().map(|define| format!("-D{define}"));
        let options = self.build.options.iter().cloned();
        arch.chain(include).chain(define).chain(options).collect()
    }

    /// The specialisations for the file with this text: those whose kernel it mentions.
    pub fn kernels(&self, text: &str) -> impl Iterator<Item = String> {
        let wanted = self.build.instantiate.iter();
        wanted.filter(move |kernel| mentions(text, kernel)).cloned()
    }

    /// Completes the options of a command, and the specialisations that it is to have of the file
    /// with this text. The command line takes precedence over it.
    ///
    /// # Errors
    /// An option that there is not.
    pub fn complete(
        &self,
        text: &str,
        args: &mut CompileArgs,
        kernels: &mut Vec<String>,
    ) -> Result<(), String> {
        let flags = self.flags();
        let own = CompileArgs::from_flags(flags.iter().map(String::as_str))
            .map_err(|error| format!("{}: {error}", self.folder.join(FILE_NAME).display()))?;
        args.arch = args.arch.take().or(own.arch);
        args.fmad &= own.fmad;
        args.remarks = args.remarks.or(own.remarks);
        args.no_warnings |= own.no_warnings;
        args.warnings.splice(0..0, own.warnings);
        let (given, headers) = (&mut args.preprocess, own.preprocess);
        given.include.extend(headers.include.iter().map(|dir| shown(Path::new(dir))));
        given.iquote.extend(headers.iquote);
        given.isystem.extend(headers.isystem);
        given.idirafter.extend(headers.idirafter);
        // A project's come first: what the command line includes may build on them.
        given.forced_include.splice(0..0, headers.forced_include);
        // What the command line says of a macro is all there is to say of it.
        let said: Vec<String> = given.macros.0.iter().map(macro_name).collect();
        let mut macros = headers.macros.0;
        macros.retain(|option| !said.contains(&macro_name(option)));
        macros.append(&mut given.macros.0);
        given.macros.0 = macros;
        let new: Vec<String> = self.kernels(text).filter(|name| !kernels.contains(name)).collect();
        kernels.extend(new);
        Ok(())
    }

    /// The file itself, as the user would write its path.
    pub fn shown(&self) -> String {
        shown(&self.folder.join(FILE_NAME))
    }
}

/// What is wrong in the file, behind its place: `tilec.toml:3:1: unknown field`.
fn describe(file: &Path, text: &str, error: &toml::de::Error) -> String {
    let at = error.span().map_or(0, |span| span.start.min(text.len()));
    let before = text.get(..at).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    format!("{}:{line}:{column}: {}", file.display(), error.message())
}

/// A path relative to the current folder where it is below it.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let below = path.strip_prefix(here).unwrap_or(path);
    let below = if below.as_os_str().is_empty() { Path::new(".") } else { below };
    below.to_string_lossy().into_owned()
}

/// Whether a text has the name of a kernel in it.
pub fn mentions(text: &str, kernel: &str) -> bool {
    let name = kernel.split('<').next().unwrap_or_default();
    let name = name.rsplit("::").next().unwrap_or_default().trim();
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
}

fn macro_name(option: &MacroOption) -> String {
    let (MacroOption::Define(text) | MacroOption::Undefine(text)) = option;
    text.split(['=', '(']).next().unwrap_or_default().to_owned()
}

/// The nearest file of that name in the folder of `source` or above it: whatever it is, as what cannot be read is to be
/// told rather than passed over.
pub fn find(source: &Path, name: &str) -> Option<PathBuf> {
    source.ancestors().skip(1).map(|folder| folder.join(name)).find(|file| file.exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_says_are_flags() {
        let text = "[build]\narch = \"sm_100a\"\ninclude = [\"a\", \"/b\"]\ndefine = [\"N=4\"]\n\
                    instantiate = [\"f<4>\"]\n";
        let project = Project::parse(Path::new("/p/tilec.toml"), text).expect("a project");
        assert_eq!(project.flags(), ["--arch=sm_100a", "-I/p/a", "-I/b", "-DN=4"]);
        assert_eq!(project.build.instantiate, ["f<4>"]);
    }

    #[test]
    fn what_it_does_not_know_is_an_error_that_names_it() {
        let error = Project::parse(Path::new("/p/tilec.toml"), "[build]\nacrh = \"sm_80\"\n");
        let error = error.expect_err("no such key");
        assert!(error.starts_with("/p/tilec.toml:2:1: unknown field `acrh`"), "{error}");
        let error = Project::parse(Path::new("/p/tilec.toml"), "[build]\n  include = 3\n");
        let error = error.expect_err("no list");
        assert!(error.starts_with("/p/tilec.toml:2:13: invalid type"), "{error}");
    }

    #[test]
    fn the_command_line_counts_before_the_project() {
        let text = "[build]\narch = \"sm_80\"\ninclude = [\"inc\"]\ndefine = [\"A=1\", \"B\"]\n\
                    options = [\"-fmad=false\", \"-DC=3\"]\ninstantiate = [\"f<4>\", \"n::g<1>\"]\n";
        let project = Project::parse(Path::new("/p/tilec.toml"), text).expect("a project");
        let complete = |flags: &[&str]| {
            let mut args = CompileArgs::from_flags(flags.iter().copied()).expect("flags");
            let mut kernels = vec!["f<4>".to_owned()];
            project.complete("void f(); void g();", &mut args, &mut kernels).expect("options");
            (args, kernels)
        };
        let (args, kernels) = complete(&["-UA", "-Iown"]);
        assert_eq!((args.arch.as_deref(), args.fmad), (Some("sm_80"), false));
        assert_eq!(args.preprocess.include, ["own", "/p/inc"]);
        let define = |text: &str| MacroOption::Define(text.into());
        let expected = [define("B"), define("C=3"), MacroOption::Undefine("A".into())];
        assert_eq!(args.preprocess.macros.0, expected);
        assert_eq!(kernels, ["f<4>", "n::g<1>"]);
        assert_eq!(complete(&["-arch=sm_89"]).0.arch.as_deref(), Some("sm_89"));
    }
}
