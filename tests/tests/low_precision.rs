//! Conversions among the formats of floats give the nearest number or the neighbour that the rounding names, with every
//! mode that the library takes: every number of 16 bits and fewer, and of wider formats those around each boundary, as
//! the interpreter and as emitted PTX. So do conversions of floats to integers, saturating ones too, and of integers of 16
//! bits and fewer to floats.

use std::collections::HashSet;

use runtime::{Arg, Device, Program};
use tilec::Stage;
use tilec_tests::compile::{compile_text, rendered};
use tilec_tests::emulator;
use tilec_tests::numerics::conversion::{Conversion, HEADER, NumberType, TILE};

fn to_bytes(ty: NumberType, numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()[..ty.bytes()].to_vec()).collect()
}

fn from_bytes(ty: NumberType, bytes: &[u8]) -> Vec<u64> {
    let number =
        |chunk: &[u8]| chunk.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
    bytes.chunks_exact(ty.bytes()).map(number).collect()
}

/// Tries all conversions, with what is compiled for these targets, or in the interpreter.
fn check(targets: &[Option<&str>]) {
    // The emulator reads a module for each launch, so few kernels are in one.
    let conversions = Conversion::all();
    let tried = |some: &[Conversion]| {
        let mut seen = HashSet::new();
        targets.iter().flat_map(|&arch| wrong(some, arch, &mut seen)).collect::<Vec<String>>()
    };
    let chunks: Vec<&[Conversion]> = conversions.chunks(8).collect();
    let n_workers = std::thread::available_parallelism().map_or(1, usize::from);
    // Threads of their own: the device waits for those of a pool.
    let share = |worker: usize| -> Vec<String> {
        chunks.iter().skip(worker).step_by(n_workers).flat_map(|some| tried(some)).collect()
    };
    let failures: Vec<String> = std::thread::scope(|scope| {
        let share = &share;
        let workers: Vec<_> =
            (0..n_workers).map(|worker| scope.spawn(move || share(worker))).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    });
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// The instructions of a kernel.
fn body<'t>(ptx: &'t str, name: &str) -> &'t str {
    let (_, text) = ptx.split_once(&format!(".entry {name}(")).expect("the kernel is there");
    text.split_once("\n}\n").map_or(text, |(body, _)| body)
}

/// The first wrong result of each conversion, if there is one. A conversion with the instructions of one that was tried
/// before is not tried again.
fn wrong(
    conversions: &[Conversion],
    arch: Option<&str>,
    seen: &mut HashSet<String>,
) -> Vec<String> {
    let mut source = HEADER.to_owned();
    for (index, conversion) in conversions.iter().enumerate() {
        source += &conversion.kernel(&format!("test_{index}"));
    }
    let stage = if arch.is_some() { Stage::Ptx } else { Stage::Lower };
    let compiled = compile_text(&source, arch.unwrap_or("sm_100a"), stage);
    assert!(!compiled.diagnostics.has_errors(), "{}", rendered(&compiled));
    let ptx = compiled.ptx.clone().unwrap_or_default();
    let device = Device::cpu();
    let module = arch.is_none().then(|| {
        let tir = compiled.tir_text();
        device.load(&Program { tir: &tir, ptx: &ptx }).expect("the program is well-formed")
    });
    let mut failures = Vec::new();
    for (index, conversion) in conversions.iter().enumerate() {
        let name = format!("test_{index}");
        if arch.is_some() && !seen.insert(body(&ptx, &name).replace(&name, "")) {
            continue;
        }
        let inputs = conversion.inputs();
        let blocks = inputs.len().div_ceil(TILE);
        let mut bytes = to_bytes(conversion.from, &inputs);
        bytes.resize(blocks * TILE * conversion.from.bytes(), 0);
        let grid = [blocks as u32, 1, 1];
        let size = blocks * TILE * conversion.to.bytes();
        let results = match &module {
            Some(module) => {
                let input = device.upload(&bytes).expect("memory");
                let output = device.zeros::<u8>(size).expect("memory");
                let args = [Arg::Buffer(&input), Arg::Buffer(&output)];
                let kernel = module.kernel(&name).expect("the kernel is there");
                kernel.launch(grid, &args).expect("the kernel runs");
                device.download(&output).expect("memory")
            }
            None => {
                let mut memory = emulator::Memory::default();
                let args = [memory.alloc(&bytes), memory.alloc(&vec![0; size])];
                let launch = emulator::Launch::new(&name, grid, &args);
                let report = emulator::launch(&ptx, &launch, &mut memory).expect("the kernel runs");
                assert!(report.findings.is_empty(), "{name}: {}", report.describe());
                memory.bytes(args[1]).to_vec()
            }
        };
        let results = from_bytes(conversion.to, &results);
        failures.extend(conversion.check(&inputs, &results).err());
    }
    failures
}

#[test]
fn the_interpreter_converts_exactly() {
    check(&[None]);
}

/// Without instructions for numbers of eight bits, with them, and with those for four.
#[test]
fn emitted_ptx_converts_exactly() {
    check(&[Some("sm_80"), Some("sm_90a"), Some("sm_100a")]);
}
