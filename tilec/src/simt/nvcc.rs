//! nvcc as the compiler of SIMT kernels: it reads tile code and compiles SIMT code alone, an option that it has since CUDA 13.3.

use std::path::Path;
use std::process::Command;

use lang::pp::MacroOption;

use super::{SimtOutput, SimtSource, target_number};
use crate::host::HostFailure;
use crate::output::ScratchFolder;

/// The header that nvcc includes without being told.
const OWN_HEADER: &str = "cuda_runtime.h";

/// # Errors
/// What nvcc says of the source.
pub fn compile(program: &Path, source: &SimtSource<'_>) -> Result<SimtOutput, HostFailure> {
    let folder = ScratchFolder::new().map_err(HostFailure::Refused)?;
    let output = folder.file("simt.ptx");
    let mut command = command(program, source);
    command.arg(source.path).arg("-o").arg(&output);
    let done = command.output().map_err(|error| failed(program, &error))?;
    let said = placed(&String::from_utf8_lossy(&done.stderr));
    if !done.status.success() {
        return Err(HostFailure::Refused(said));
    }
    let ptx = std::fs::read_to_string(&output).map_err(|error| failed(&output, &error))?;
    Ok(SimtOutput { ptx, said })
}

fn failed(path: &Path, error: &std::io::Error) -> HostFailure {
    HostFailure::Refused(format!("{}: {error}", path.display()))
}

fn command(program: &Path, source: &SimtSource<'_>) -> Command {
    let SimtSource { session, host, .. } = source;
    let mut command = Command::new(program);
    command.args([
        "-ptx",
        "-x",
        "cu",
        "--enable-tile",
        "--simt-only",
        "-Wno-deprecated-gpu-targets",
    ]);
    command.arg(format!("-arch=compute_{}", target_number(session)));
    command.arg(format!("-std={}", host.standard.replace("gnu++", "c++")));
    if session.line_info {
        command.arg("-lineinfo");
    }
    if !session.fmad {
        command.arg("-fmad=false");
    }
    if let Some(compiler) = &host.program {
        command.arg("-ccbin").arg(compiler);
    }
    // A comma would part an option in two.
    for option in host.options.iter().filter(|option| !option.contains(',')) {
        command.arg("-Xcompiler").arg(option);
    }
    let options = &session.preprocessor;
    for (option, dirs) in [("-I", &options.include_dirs), ("-isystem", &options.system_dirs)] {
        dirs.iter().for_each(|dir| _ = command.arg(option).arg(dir));
    }
    for (option, dirs) in [("-iquote", &options.quote_dirs), ("-idirafter", &options.after_dirs)] {
        dirs.iter().for_each(|dir| _ = command.args(["-Xcompiler", option, "-Xcompiler", dir]));
    }
    for option in &options.macros {
        command.arg(match option {
            MacroOption::Define(define) => format!("-D{define}"),
            MacroOption::Undefine(name) => format!("-U{name}"),
        });
    }
    for header in options.forced_includes.iter().filter(|header| *header != OWN_HEADER) {
        command.arg("-include").arg(header);
    }
    command
}

/// What nvcc says, `x.cu(3): error: text`, as GCC has it. Numbers of warnings, `#177-D`, stay in the text.
fn placed(said: &str) -> String {
    let placed = |line: &str| {
        let (file, rest) = line.split_once('(')?;
        let (number, rest) = rest.split_once("): ")?;
        let is_place = number.chars().all(|c| c.is_ascii_digit()) && !number.is_empty();
        let (kind, text) = rest.split_once(": ").or_else(|| rest.split_once(' '))?;
        let (kind, text) = match kind.split_once(' ') {
            Some((kind, number)) => (kind, format!("{text} [{number}]")),
            None => (kind, text.to_owned()),
        };
        let is_kind = matches!(kind, "error" | "warning" | "note");
        (is_place && is_kind).then(|| format!("{file}:{number}:1: {kind}: {text}"))
    };
    let lines = said.lines().map(|line| placed(line).unwrap_or_else(|| line.to_owned()));
    lines.map(|line| line + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::placed;

    #[test]
    fn messages_have_the_form_of_gcc() {
        let said = "x.cu(3): error: identifier \"a\" is undefined\n    a;\n    ^\n\n\
                    y(1)/x.h(41): warning #177-D: variable \"b\" was declared\nnvcc fatal   : no\n";
        let expected = "x.cu:3:1: error: identifier \"a\" is undefined\n    a;\n    ^\n\n\
                        y(1)/x.h(41): warning #177-D: variable \"b\" was declared\nnvcc fatal   : no\n";
        assert_eq!(placed(said), expected);
        let said = "x.h(41): warning #177-D: variable \"b\" was declared\n";
        assert_eq!(placed(said), "x.h:41:1: warning: variable \"b\" was declared [#177-D]\n");
    }
}
