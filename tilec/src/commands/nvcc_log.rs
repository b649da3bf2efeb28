//! The output of `-v` and `--dryrun` for a command line of nvcc: the command that it stands for, in the form in which nvcc
//! prints its own.
//!
//! CMake configures itself with these lines where `CMAKE_CUDA_COMPILER` is tilec (`CMakeDetermineCUDACompiler.cmake`): it takes
//! the folder of the toolkit from `TOP`, that of libdevice from `NVVMIR_LIBRARY_DIR`, the targets from each `-arch compute_N`,
//! and of the command that has `LIBRARIES` in it the linker and its libraries.

use std::path::Path;

use clap::Parser as _;

use crate::cli::{BuildArgs, Cli, Command, Emit, Normalized};
use crate::host::HostCompiler;
use crate::images::ImageSpec;
use crate::output::say;
use crate::own_program::own_program;
use crate::program::{LIBRARY_NEEDS, cudart_folder, library};
use crate::session::Request;

/// Prints what a line stands for.
pub fn print_commands(line: &Normalized) {
    let build = match Cli::try_parse_from(&line.args).map(|cli| cli.command) {
        Ok(Command::Build(build)) => Some(build),
        Ok(_) | Err(_) => None,
    };
    let words: Vec<String> = line.args.iter().map(|word| quoted(word)).collect();
    let mut said = String::new();
    if let Some(build) = &build {
        environment(build).iter().for_each(|(name, value)| said += &format!("#$ {name}={value}\n"));
    }
    said += &format!("#$ {}\n", words.join(" "));
    if let Some(build) = build.filter(is_linked)
        && let Ok(host) = HostCompiler::new(&build.compile).find(None)
    {
        let inputs: Vec<String> = build.files.iter().map(|file| quoted(file)).collect();
        let (linker, output) = (host.name(), build.output.as_deref().unwrap_or("a.out"));
        let libraries = libraries();
        said += &format!("#$ {linker} -o {} {} {libraries}\n", quoted(output), inputs.join(" "));
    }
    say(&said);
}

fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,+:@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

fn is_linked(build: &BuildArgs) -> bool {
    let emit = build.emit.map(|choice| choice.emit);
    matches!(emit, Some(Emit::Executable | Emit::Shared))
}

/// The variables that nvcc prints, as far as there is such a thing.
fn environment(build: &BuildArgs) -> Vec<(&'static str, String)> {
    let program = own_program().unwrap_or_default();
    let program = program.canonicalize().unwrap_or(program);
    let top = program.parent().and_then(Path::parent).unwrap_or(Path::new("/")).display();
    let targets = build.files.first().and_then(|file| targets(build, file));
    vec![
        ("TOP", top.to_string()),
        ("NVVMIR_LIBRARY_DIR", format!("{top}/nvvm/libdevice")),
        ("PATH", std::env::var("PATH").unwrap_or_default()),
        ("LIBRARIES", libraries()),
        ("TARGETS", targets.unwrap_or_default()),
    ]
}

/// `-arch compute_90 -arch compute_80`
fn targets(build: &BuildArgs, file: &str) -> Option<String> {
    let request = Request::of(&build.compile, file, &[]).ok()?;
    let images = if is_linked(build) { request.images_of_program() } else { request.images() };
    let number = |image: &ImageSpec| {
        let digits = |c: char| c.is_ascii_digit();
        let number: String = image.code.chars().skip_while(|c| !digits(*c)).collect();
        format!("-arch compute_{number}")
    };
    let mut targets: Vec<String> = images.ok()?.iter().map(number).collect();
    targets.dedup();
    Some(targets.join(" "))
}

/// The run-time library and what it needs, as a linker takes them: under the name of the toolkit's, by which CMake knows it.
fn libraries() -> String {
    let folder = library().ok().and_then(|library| cudart_folder(&library));
    let folder = folder.map(|folder| format!("-L{} ", quoted(&folder.to_string_lossy())));
    format!("{}-lcudart_static {}", folder.unwrap_or_default(), LIBRARY_NEEDS.join(" "))
}
