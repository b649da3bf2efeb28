//! `tilec doctor`: reports the tools, drivers and files that it finds, and the commands that need them.

use std::ffi::OsStr;
use std::path::Path;

use backend_ptx::target::Target;

use super::Exit;
use crate::assemble;
use crate::cache::Cache;
use crate::failure::Failure;
use crate::output::print;
use crate::program;
use crate::project::Project;
use crate::session::DEFAULT_ARCH;
use crate::target;

/// PTX versions by the CUDA release that brought them: a driver assembles what its release knows.
const PTX_OF_CUDA: &[(u32, (u32, u32))] = &[
    (11_000, (7, 0)),
    (11_080, (7, 8)),
    (12_000, (8, 0)),
    (12_010, (8, 1)),
    (12_020, (8, 2)),
    (12_030, (8, 3)),
    (12_040, (8, 4)),
    (12_050, (8, 5)),
    (12_070, (8, 6)),
    (12_080, (8, 7)),
    (12_090, (8, 8)),
    (13_000, (9, 0)),
    (13_010, (9, 1)),
    (13_020, (9, 2)),
    (13_030, (9, 3)),
];

/// One line of the report: is it here, what is it, and what that means.
struct Finding {
    is_here: bool,
    what: &'static str,
    text: String,
}

/// Prints what is here. Nothing of it is needed to compile and to run on the CPU, so that this
/// succeeds whatever it finds; `tilec.toml` alone can be wrong.
pub fn doctor() -> Result<Exit, Failure> {
    let here = |what, text| Finding { is_here: true, what, text };
    let (project, is_wrong) = match Project::of(Path::new("kernel.cu")) {
        Ok(Some(project)) => (here("project", project.shown()), false),
        Ok(None) => {
            let text = "no tilec.toml in this folder or above: options are the command line's";
            (Finding { is_here: false, what: "project", text: text.into() }, false)
        }
        Err(error) => (Finding { is_here: false, what: "project", text: error }, true),
    };
    let mut findings = vec![
        here("compiler", format!("tilec {}", *crate::cli::VERSION)),
        here("CPU device", "tilec run --device cpu, tilec run --sanitize".into()),
    ];
    findings.extend(driver());
    findings.extend([programs(), ptxas(), tileiras(), project, cache()]);
    let mut lines = String::new();
    for Finding { is_here, what, text } in findings {
        lines += &format!("{} {what:<11} {text}\n", if is_here { "yes" } else { "no " });
    }
    print(lines.as_bytes())?;
    Ok(if is_wrong { Exit::Usage } else { Exit::Success })
}

/// The library that whole programs are linked with.
fn programs() -> Finding {
    match program::library() {
        Ok(path) => Finding {
            is_here: true,
            what: "programs",
            text: format!("{}: tilec build app.cu -o app", path.display()),
        },
        Err(found) => Finding {
            is_here: false,
            what: "programs",
            text: format!("{}: tilec makes objects, not executables", found.message),
        },
    }
}

/// The driver and the GPUs, with the target of each.
fn driver() -> Vec<Finding> {
    let Some(driver) = runtime::driver_info() else {
        let text = "no CUDA driver or no GPU: tilec run uses the CPU device".into();
        return vec![Finding { is_here: false, what: "driver", text }];
    };
    let (major, minor) = (driver.version / 1000, driver.version % 1000 / 10);
    let known = PTX_OF_CUDA.iter().rev().find(|(cuda, _)| *cuda <= driver.version);
    let ptx = known.map(|(_, ptx)| *ptx);
    let mut text = format!("CUDA {major}.{minor}");
    if let Some((major, minor)) = ptx {
        text.push_str(&format!(", assembles PTX up to {major}.{minor}"));
    }
    let mut found = vec![Finding { is_here: true, what: "driver", text }];
    for gpu in driver.gpus {
        let (major, minor) = gpu.compute;
        let target = target::best_for(gpu.compute);
        let text = format!("{}, {} GiB, ", gpu.name, gpu.memory >> 30);
        let (is_here, text) = match target {
            Some(target) => (true, text + &uses(target, ptx)),
            None => (
                false,
                format!("{text}compute capability {major}.{minor} is not a target of tilec"),
            ),
        };
        found.push(Finding { is_here, what: "GPU", text });
    }
    found
}

/// What to compile with for a GPU.
fn uses(target: &Target, assembles: Option<(u32, u32)>) -> String {
    let (major, minor) = target.ptx;
    match assembles {
        Some(newest) if newest < target.ptx => format!(
            "-arch={}, whose PTX {major}.{minor} is newer than the driver: --emit cubin, or a newer driver",
            target.name
        ),
        Some(_) | None => format!("-arch={}, tilec run --device cuda", target.name),
    }
}

fn ptxas() -> Finding {
    let program = assemble::ptxas();
    let found = version(&program);
    let program = program.display();
    let (is_here, text) = match found {
        Some(version) => (true, format!("{program}, {version}: --emit cubin, --embed cubin")),
        None => (
            false,
            format!(
                "{program} does not run: no --emit cubin; set TILEC_PTXAS, or install nvidia-cuda-nvcc from PyPI"
            ),
        ),
    };
    Finding { is_here, what: "ptxas", text }
}

fn tileiras() -> Finding {
    let (is_here, text) = match version(OsStr::new("tileiras")) {
        Some(version) => (true, format!("tileiras, {version}: assembles --emit tilebc")),
        None => (false, "no tileiras on the path; nothing of tilec needs it".into()),
    };
    Finding { is_here, what: "tileiras", text }
}

/// The line of `--version` that has the release in it.
fn version(program: &OsStr) -> Option<String> {
    let text = assemble::version(program)?;
    let line = text.lines().find(|line| line.contains("release")).or(text.lines().next());
    Some(line.unwrap_or_default().trim().to_owned())
}

fn cache() -> Finding {
    let (is_here, text) = match Cache::from_env() {
        Some(cache) => {
            let (count, bytes) = cache.usage();
            (true, format!("{}: {count} outputs, {} MiB", cache.folder().display(), bytes >> 20))
        }
        None => (
            false,
            format!(
                "TILEC_CACHE names no folder: outputs for {DEFAULT_ARCH} and others are made anew"
            ),
        ),
    };
    Finding { is_here, what: "cache", text }
}
