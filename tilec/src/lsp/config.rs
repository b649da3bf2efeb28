//! The options that a document is compiled with: the project's files and what the client says.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;

use super::database::Databases;
use super::text::Encoding;
use crate::cli::CompileArgs;
use crate::host::HostCompiler;
use crate::project::{Project, mentions};
use crate::session::{DEFAULT_ARCH, Session};

/// `initializationOptions` and `workspace/didChangeConfiguration`, section `tilec`.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Client {
    /// Flags for all files, before those of the project.
    pub flags: Vec<String>,
    /// Kernel specialisations to check besides those in the sources.
    pub instantiate: Vec<String>,
    pub inlay_hints: InlayHints,
    /// Files of its folders that are not open are checked, searched and renamed in too.
    pub workspace: bool,
    /// How long a host compiler may take that is asked what a document launches; with 0 none is asked.
    pub host_seconds: u64,
    /// What it said it can do.
    #[serde(skip)]
    pub snippets: bool,
}

impl Default for Client {
    fn default() -> Client {
        Client {
            flags: Vec::new(),
            instantiate: Vec::new(),
            inlay_hints: InlayHints::default(),
            workspace: true,
            host_seconds: 60,
            snippets: false,
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct InlayHints {
    /// The types of variables declared with `auto`.
    pub types: bool,
    /// The template arguments that calls of the user's templates deduce.
    pub template_arguments: bool,
    /// The names of parameters before literal arguments.
    pub parameters: bool,
}

impl Default for InlayHints {
    fn default() -> InlayHints {
        InlayHints { types: true, template_arguments: true, parameters: true }
    }
}

/// What the analysis of one document is to know.
#[derive(Clone)]
pub struct Settings {
    pub session: Arc<Session>,
    /// The host compiler that is asked what the document launches, and its time limit.
    pub host: HostCompiler,
    pub host_limit: Duration,
    pub encoding: Encoding,
    pub inlay_hints: InlayHints,
    /// The client takes completions with places to fill in.
    pub snippets: bool,
    /// What is wrong with the settings themselves.
    pub problem: Option<String>,
}

/// The settings of the document `path`, whose text is `text`. Errors in the requested ones are
/// part of them.
///
/// # Errors
/// There is nothing to check with: the compiler lacks its own default.
pub fn settings(
    client: &Client,
    databases: &mut Databases,
    path: &str,
    text: &str,
    encoding: Encoding,
) -> Result<Settings, String> {
    let (session, host, problem) = match session(client, databases, path, text) {
        Ok((session, host)) => (session, host, None),
        Err(problem) => {
            let args = CompileArgs::for_target(DEFAULT_ARCH);
            (Session::new(&args, &[])?, HostCompiler::new(&args), Some(problem))
        }
    };
    let (inlay_hints, snippets) = (client.inlay_hints, client.snippets);
    let host_limit = Duration::from_secs(client.host_seconds);
    let session = Arc::new(session);
    Ok(Settings { session, host, host_limit, encoding, inlay_hints, snippets, problem })
}

/// The flags of the project, of its build system and of the client, in this order.
fn session(
    client: &Client,
    databases: &mut Databases,
    path: &str,
    text: &str,
) -> Result<(Session, HostCompiler), String> {
    let project = Project::of(Path::new(path))?;
    let mut flags = project.as_ref().map(Project::flags).unwrap_or_default();
    let command = databases.command(path);
    flags.extend(command.flags);
    flags.extend(client.flags.iter().cloned());
    let args = CompileArgs::from_flags(flags.iter().map(String::as_str))?;
    let mut kernels: Vec<String> =
        project.iter().flat_map(|project| project.kernels(text)).collect();
    let asked = command.kernels.iter().chain(&client.instantiate);
    let asked = asked.filter(|kernel| mentions(text, kernel));
    kernels.extend(asked.cloned());
    kernels.extend(instantiations(text).map(|(_, name)| name.to_owned()));
    kernels.dedup();
    Ok((Session::new(&args, &kernels)?, HostCompiler::new(&args)))
}

/// The specialisations that comments ask for, `// tilec: instantiate matmul<__half, 128, 64>`, and the
/// bytes at which their names stand.
pub fn instantiations(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let name = |line: &'_ str| -> Option<usize> {
        let comment = line.trim_start().strip_prefix("//")?;
        let wanted = comment.trim_start().strip_prefix("tilec:")?;
        let name = wanted.trim_start().strip_prefix("instantiate ")?.trim_start();
        (!name.trim_end().is_empty()).then_some(line.len() - name.len())
    };
    let starts = text.split_inclusive('\n').scan(0, |next, line| {
        let start = *next;
        *next += line.len();
        Some((start, line))
    });
    starts.filter_map(move |(start, line)| {
        let at = name(line)?;
        Some((start + at, line[at..].trim_end()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_ask_for_specialisations() {
        let text =
            "// tilec: instantiate f<__half, 4>\n  //tilec:instantiate g<2>\n// tilec: x\nint a;";
        let found: Vec<(usize, &str)> = instantiations(text).collect();
        assert_eq!(found, [(22, "f<__half, 4>"), (57, "g<2>")]);
    }
}
