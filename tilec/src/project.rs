//! `tilec.toml`: what a project is compiled with when nobody says otherwise.
//!
//! ```toml
//! [build]
//! arch = "sm_90a"
//! include = ["include"]                        # relative to this file
//! define = ["TILE=128", "NDEBUG"]
//! instantiate = ["matmul<__half, 128, 64>"]    # kernel templates to compile and check
//! ```
//!
//! The file is looked for in the folder of the source and those above it; the nearest one counts.
//! Flags of a command line come after those of the project, so that they win.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

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
        match find(source, FILE_NAME) {
            Some(file) => {
                let text = fs::read_to_string(&file)
                    .map_err(|error| format!("{}: {error}", file.display()))?;
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
            toml::from_str(text).map_err(|error| format!("{}: {error}", file.display()))?;
        let folder = file.parent().unwrap_or(Path::new("")).to_path_buf();
        Ok(Project { folder, build: contents.build })
    }

    /// What the file says, as flags of a command line.
    pub fn flags(&self) -> Vec<String> {
        let arch = self.build.arch.iter().map(|arch| format!("--arch={arch}"));
        let folder = |dir: &String| self.folder.join(dir).display().to_string();
        let include = self.build.include.iter().map(|dir| format!("-I{}", folder(dir)));
        let define = self.build.define.iter().map(|define| format!("-D{define}"));
        arch.chain(include).chain(define).collect()
    }
}

/// The nearest file of that name in the folder of `source` or above it.
pub fn find(source: &Path, name: &str) -> Option<PathBuf> {
    source.ancestors().skip(1).map(|folder| folder.join(name)).find(|file| file.is_file())
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
        assert!(error.contains("tilec.toml") && error.contains("acrh"), "{error}");
    }
}
