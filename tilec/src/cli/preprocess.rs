//! The options of the preprocessor: `-I`, `-D`, `-include` and their likes, and the
//! dependency files `-M`.
//!
//! Spellings are GCC's and nvcc's. `-D` and `-U` count in the order in which they are written, so
//! they are one list here, which `clap` cannot derive.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use lang::pp::{MacroOption, Release};

/// Where headers are and what is defined before the first line.
#[derive(Args, Debug, Clone, Default)]
pub struct PreprocessArgs {
    /// Add a folder to the `#include` search.
    #[arg(short = 'I', long = "include-path", value_name = "DIR")]
    pub include: Vec<String>,
    /// Add a folder for quoted names only, searched before those of -I.
    #[arg(long = "iquote", value_name = "DIR")]
    pub iquote: Vec<String>,
    /// Add a folder of system headers.
    #[arg(long = "isystem", alias = "system-include", value_name = "DIR")]
    pub isystem: Vec<String>,
    /// Add a folder of system headers that is searched last.
    #[arg(long = "idirafter", value_name = "DIR")]
    pub idirafter: Vec<String>,
    /// Include a file before the first line.
    #[arg(long = "include", alias = "pre-include", value_name = "FILE")]
    pub forced_include: Vec<String>,
    /// The release of CUDA whose tile language is compiled: 13.3, 13.4 or 13.5. That of a toolkit among the folders
    /// of headers by default, and without one the latest.
    #[arg(long, value_name = "VERSION", overrides_with = "cuda_version")]
    pub cuda_version: Option<Release>,
    /// Switch on a preview of CUDA 13.5: `simt`, calls of functions that a tile library has.
    #[arg(long, value_name = "FEATURE", overrides_with = "tile_preview")]
    pub tile_preview: Option<TilePreview>,
    #[command(flatten)]
    pub macros: MacroArgs,
}

/// A preview of a release.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum TilePreview {
    Simt,
}

/// `-D NAME[=VALUE]` and `-U NAME`, in the order of the command line.
#[derive(Debug, Clone, Default)]
pub struct MacroArgs(pub Vec<MacroOption>);

/// The two options: their id and letter, long name, value, help, and what they say.
type MacroRow =
    (&'static str, char, &'static str, &'static str, &'static str, fn(String) -> MacroOption);

const MACRO_OPTIONS: [MacroRow; 2] = [
    ("define", 'D', "define-macro", "NAME[=VALUE]", "Define a macro", MacroOption::Define),
    ("undefine", 'U', "undefine-macro", "NAME", "Undefine a macro", MacroOption::Undefine),
];

impl Args for MacroArgs {
    fn augment_args(command: Command) -> Command {
        MACRO_OPTIONS.iter().fold(command, |command, (id, letter, long, value, help, _)| {
            let arg = Arg::new(*id).short(*letter).long(*long).value_name(*value).help(*help);
            command.arg(arg.action(ArgAction::Append))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        MacroArgs::augment_args(command)
    }
}

impl FromArgMatches for MacroArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<MacroArgs, clap::Error> {
        let mut found: Vec<(usize, MacroOption)> = Vec::new();
        for (id, .., make) in MACRO_OPTIONS {
            let values = matches.get_many::<String>(id).into_iter().flatten().cloned();
            found.extend(matches.indices_of(id).into_iter().flatten().zip(values.map(make)));
        }
        found.sort_by_key(|(index, _)| *index);
        Ok(MacroArgs(found.into_iter().map(|(_, option)| option).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = MacroArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Rules for `make`: what the result depends on.
#[derive(Args, Debug, Clone, Default)]
pub struct DependencyArgs {
    /// Write a rule with all headers instead of compiling.
    #[arg(long = "generate-dependencies")]
    pub all: bool,
    /// Write a rule with all headers but those of the system instead of compiling.
    #[arg(long = "generate-nonsystem-dependencies")]
    pub user: bool,
    /// Compile, and write a rule with all headers beside the output.
    #[arg(long = "generate-dependencies-with-compile")]
    pub all_and_compile: bool,
    /// Compile, and write a rule with all headers but those of the system.
    #[arg(long = "generate-nonsystem-dependencies-with-compile")]
    pub user_and_compile: bool,
    /// The file for the rule.
    #[arg(long = "dependency-output", value_name = "FILE")]
    pub rule_file: Option<String>,
    /// The target of the rule, written as given.
    #[arg(long = "dependency-target-name", value_name = "TARGET")]
    pub targets: Vec<String>,
    /// The target of the rule, quoted for make.
    #[arg(long = "dependency-quoted-target-name", value_name = "TARGET")]
    pub quoted_targets: Vec<String>,
    /// Add a rule without prerequisites for each header.
    #[arg(long = "generate-dependency-targets")]
    pub phony: bool,
}

impl DependencyArgs {
    /// Whether there is a rule to write.
    pub fn is_wanted(&self) -> bool {
        self.is_instead() || self.all_and_compile || self.user_and_compile
    }

    /// Whether the rule is all there is to write.
    pub fn is_instead(&self) -> bool {
        self.all || self.user
    }

    /// Whether headers of the system are in the rule. The stricter option counts.
    pub fn has_system_headers(&self) -> bool {
        !self.user && !self.user_and_compile
    }
}
