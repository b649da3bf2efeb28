//! `tilec check FILE...`

use lang::base::{Diagnostic, Diagnostics};

use super::Exit;
use crate::cli::{CheckArgs, Fixes};
use crate::codes;
use crate::driver::{Compiled, Stage, compile};
use crate::failure::Failure;
use crate::fix;
use crate::host::{HostCompiler, Launches, Mention, MentionForm};
use crate::output::print;
use crate::progress::Progress;
use crate::report::Report;
use crate::session::{FileLoader, Session};
use crate::warning;

/// A fix may bring to light what there is another for, but not for ever.
const MAX_FIX_ROUNDS: usize = 16;

/// Reports what is wrong with each file. Kernels are lowered too, because some rules of tile code
/// show only where a kernel reaches: all those that a build would compile.
pub fn check(args: &CheckArgs, report: &mut Report) -> Result<Exit, Failure> {
    let mut exit = Exit::Success;
    let progress = Progress::of_terminal();
    for (index, file) in args.files.iter().enumerate() {
        progress.show_some("checking", index, args.files.len());
        let launches = Launches::Sought(HostCompiler::new(&args.compile));
        let session =
            Session::for_file(&args.compile, file, &args.kernels)?.with_launches(launches);
        let mut compiled = match args.fix {
            Some(which) => fixed(&session, file, which)?,
            None => compile(&session, &FileLoader, file, Stage::Lower),
        };
        let unchecked = unchecked_kernels(&compiled);
        let unchecked =
            warning::apply(unchecked, &session.warnings, &compiled.pragmas, &compiled.map);
        compiled.diagnostics.extend(unchecked);
        if report.show_compiled(&compiled) {
            exit = Exit::Errors;
        }
        if index + 1 == args.files.len() {
            // The process is about to end: to free the tree node by node would be for nothing.
            std::mem::forget(compiled);
        }
    }
    progress.end();
    Ok(exit)
}

/// A warning for each kernel template of which no specialisation was checked.
fn unchecked_kernels(compiled: &Compiled) -> Diagnostics {
    let mut found = Diagnostics::new();
    for &name in &compiled.uninstantiated_kernels {
        let text = compiled.map.text(name);
        let message = format!("`{text}` is checked for no template arguments");
        let help = format!(
            "--kernel '{text}<...>' checks a specialisation; without one only the syntax and what \
             depends on no parameter are checked"
        );
        let mut warning = Diagnostic::new(codes::UNCHECKED_KERNEL, name, message);
        let is_it = |mention: &Mention| {
            mention.form == MentionForm::Use && compiled.interner.text(mention.name) == text
        };
        if let Some(why) = &compiled.no_host
            && compiled.mentions.iter().any(is_it)
        {
            warning = warning.note(format!("host code uses it, but {why}"));
        }
        found.push(warning.help(help));
    }
    found
}

/// Applies fixes until there are no more, and says how many; what is left is in the result.
fn fixed(session: &Session, file: &str, which: Fixes) -> Result<Compiled, Failure> {
    // One warning comes from decisions of the back end.
    let stage = match session.warnings.shows(codes::MISSING_RESTRICT) {
        true => Stage::Ptx,
        false => Stage::Lower,
    };
    let mut compiled = compile(session, &FileLoader, file, stage);
    let mut n_fixed = 0;
    for _ in 0..MAX_FIX_ROUNDS {
        let n_applied = fix::apply(&compiled.map, &compiled.diagnostics, which)?;
        if n_applied == 0 {
            break;
        }
        n_fixed += n_applied;
        compiled = compile(session, &FileLoader, file, stage);
    }
    if n_fixed > 0 {
        print(format!("{file}: {n_fixed} fixed\n").as_bytes())?;
    }
    Ok(compiled)
}
