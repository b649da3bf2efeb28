//! One kernel, two executions: the interpreter says what it means, the emulator what the emitted
//! PTX does. They must agree.

use backend_ptx::passes::PASSES;
use backend_ptx::schedule::ScheduledModule;
use backend_ptx::target::Target;
use backend_ptx::{Options, compile, schedule};
use ir::interp::{self, Launch};
use ir::scalar::float;
use ir::scalar::format::FloatFormat;
use ir::{Module, Scalar};

use crate::{emulator, ptxas};

/// An argument of a launch.
#[derive(Clone, Debug)]
pub enum Arg {
    Number(u64),
    /// Bits of the elements; the buffer is compared afterwards.
    Buffer(Scalar, Vec<u64>),
}

/// How far results may differ: relative to the larger, and absolutely.
#[derive(Clone, Copy, Debug)]
pub struct Tolerance {
    pub relative: f64,
    pub absolute: f64,
}

pub const EXACT: Tolerance = Tolerance { relative: 0.0, absolute: 0.0 };

/// Small pseudo-random numbers, the same every time.
pub fn random(elem: Scalar, count: usize, seed: u64) -> Arg {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let bits = (0..count).map(|_| {
        let whole = (next() % 65) as i64 - 32;
        match float_format(elem) {
            // Multiples of 1/8 in [-4, 4]: sums of products are exact in f32.
            Some(format) => float::from_f64(format, whole as f64 / 8.0),
            None => whole as u64 & elem.mask(),
        }
    });
    Arg::Buffer(elem, bits.collect())
}

/// The same of -1, 0 and 1: sums of a few hundred products are exact in f16.
///
/// # Panics
///
/// If the elements are not floats.
pub fn whole(elem: Scalar, count: usize, seed: u64) -> Arg {
    let format = float_format(elem).expect("a float");
    let whole = |bits: u64| float::from_f64(format, (float::to_f64(format, bits) / 3.0).trunc());
    match random(elem, count, seed) {
        Arg::Buffer(elem, bits) => Arg::Buffer(elem, bits.into_iter().map(whole).collect()),
        number @ Arg::Number(_) => number,
    }
}

pub fn zeros(elem: Scalar, count: usize) -> Arg {
    Arg::Buffer(elem, vec![0; count])
}

pub fn float_format(elem: Scalar) -> Option<FloatFormat> {
    Some(match elem {
        Scalar::F16 => FloatFormat::F16,
        Scalar::BF16 => FloatFormat::Bf16,
        Scalar::F32 => FloatFormat::F32,
        Scalar::TF32 => FloatFormat::Tf32,
        Scalar::F64 => FloatFormat::F64,
        Scalar::F8E4M3FN => FloatFormat::E4M3,
        Scalar::F8E5M2 => FloatFormat::E5M2,
        Scalar::F8E8M0FNU => FloatFormat::E8M0,
        Scalar::F4E2M1FN => FloatFormat::E2M1,
        Scalar::F8E5M3FNU => FloatFormat::UE5M3,
        _ => return None,
    })
}

/// Elements as they lie in memory.
pub fn to_bytes(elem: Scalar, bits: &[u64]) -> Vec<u8> {
    let size = elem.bytes() as usize;
    bits.iter().flat_map(|bits| bits.to_le_bytes()[..size].to_vec()).collect()
}

/// What [`to_bytes`] was given.
pub fn from_bytes(elem: Scalar, bytes: &[u8]) -> Vec<u64> {
    let chunks = bytes.chunks_exact(elem.bytes() as usize);
    chunks
        .map(|chunk| chunk.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte)))
        .collect()
}

/// Runs the only kernel of a module both ways and compares all buffers.
///
/// # Panics
///
/// If they differ, or either execution fails.
pub fn check(module: &Module, arch: &str, grid: [u32; 3], args: &[Arg], tolerance: Tolerance) {
    check_with(module, arch, &Options::default(), grid, args, tolerance);
}

/// [`check`] with options for the back end.
///
/// # Panics
///
/// As [`check`].
pub fn check_with(
    module: &Module,
    arch: &str,
    options: &Options,
    grid: [u32; 3],
    args: &[Arg],
    tolerance: Tolerance,
) {
    let target = Target::named(arch).expect("a known target");
    check_on(module, target, options, grid, args, tolerance);
}

/// [`check_with`] for a target that may have other numbers than those that are sold. Gives the memory that the
/// emulator left.
///
/// # Panics
///
/// As [`check`].
pub fn check_on(
    module: &Module,
    target: Target,
    options: &Options,
    grid: [u32; 3],
    args: &[Arg],
    tolerance: Tolerance,
) -> emulator::Memory {
    check_within(module, target, options, grid, args, tolerance, 0)
}

/// [`check_on`] for a kernel that spills up to `most_spilled` bytes.
///
/// # Panics
///
/// As [`check`].
pub fn check_within(
    module: &Module,
    target: Target,
    options: &Options,
    grid: [u32; 3],
    args: &[Arg],
    tolerance: Tolerance,
    most_spilled: u32,
) -> emulator::Memory {
    let findings = ir::verify::module(module);
    assert!(findings.is_empty(), "{findings:?}");
    let expected = interpreted(module, grid, args).expect("the interpreter runs it");

    let arch = target.name;
    let (ptx, diagnostics) = compile(module, target, options);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let text = backend_ptx::ptx::print::module_text(&ptx);
    if let Some(Err(log)) = ptxas::assemble_within(&text, arch, most_spilled) {
        panic!("{arch}: {log}\n{text}");
    }
    let checked = left(&text, entry_name(module), grid, args).and_then(|(found, memory)| {
        difference(args, &found, &expected, tolerance).map_or(Ok(memory), Err)
    });
    checked.unwrap_or_else(|what| panic!("{arch}: {what}\n{text}"))
}

/// The name of the only kernel.
pub fn entry_name(module: &Module) -> &str {
    module.entries.values().next().map_or("", |entry| &entry.name)
}

/// A module behind a pass of the back end.
pub fn behind<'m>(module: &'m Module, arch: &str, pass: &str) -> ScheduledModule<'m> {
    let target = Target::named(arch).expect("a known target");
    schedule(module, target, &Options::default(), Some(pass))
}

/// That a kernel computes the same to the bit by all means: tile IR behind each pass for the first target in the
/// interpreter, and the PTX of each target in the emulator.
pub fn check_each_pass(module: &Module, name: &str, archs: &[&str], grid: [u32; 3], args: &[Arg]) {
    let expected = interpreted(module, grid, args).expect("the interpreter runs it");
    for pass in PASSES {
        let found = interpreted(behind(module, archs[0], pass.name).module(), grid, args);
        let found = found.expect("it runs there too");
        assert_eq!(found, expected, "{name} behind {}", pass.name);
    }
    for arch in archs {
        check(module, arch, grid, args, EXACT);
    }
}

/// What the only kernel of a module leaves in each buffer, by the interpreter.
///
/// # Errors
/// It trapped.
pub fn interpreted(module: &Module, grid: [u32; 3], args: &[Arg]) -> Result<Vec<Vec<u64>>, String> {
    let mut memory = interp::Memory::new();
    let addresses = addresses(args, |bytes| memory.alloc(bytes));
    let options = interp::Options { order: interp::Order::Sequential, ..interp::Options::new() };
    let entry = entry_name(module);
    let what = Launch { entry, grid, args: &addresses, globals: None, options: &options };
    interp::launch(module, &what, &mut memory).map_err(|trap| trap.to_string())?;
    let read = |(arg, &address): (&Arg, &u64)| match arg {
        Arg::Number(_) => Vec::new(),
        Arg::Buffer(elem, bits) => {
            let bytes = memory.read(address, bits.len() * elem.bytes() as usize);
            from_bytes(*elem, &bytes.unwrap_or_default())
        }
    };
    Ok(args.iter().zip(&addresses).map(read).collect())
}

/// What a kernel of a PTX text leaves in each buffer, by the emulator.
///
/// # Errors
/// It found something wrong.
pub fn emulated(
    text: &str,
    entry: &str,
    grid: [u32; 3],
    args: &[Arg],
) -> Result<Vec<Vec<u64>>, String> {
    left(text, entry, grid, args).map(|(buffers, _)| buffers)
}

/// The buffers, and all of memory.
fn left(
    text: &str,
    entry: &str,
    grid: [u32; 3],
    args: &[Arg],
) -> Result<(Vec<Vec<u64>>, emulator::Memory), String> {
    let mut memory = emulator::Memory::default();
    let addresses = addresses(args, |bytes| memory.alloc(bytes));
    let report =
        emulator::launch(text, &emulator::Launch::new(entry, grid, &addresses), &mut memory)?;
    if !report.findings.is_empty() {
        return Err(format!("{entry}:\n{}", report.describe()));
    }
    let read = |(arg, &address): (&Arg, &u64)| match arg {
        Arg::Number(_) => Vec::new(),
        Arg::Buffer(elem, _) => from_bytes(*elem, memory.bytes(address)),
    };
    let buffers = args.iter().zip(&addresses).map(read).collect();
    Ok((buffers, memory))
}

/// The first elements of the buffers that differ, in words.
pub fn difference(
    args: &[Arg],
    found: &[Vec<u64>],
    wanted: &[Vec<u64>],
    tolerance: Tolerance,
) -> Option<String> {
    for (i, (arg, (found, wanted))) in args.iter().zip(found.iter().zip(wanted)).enumerate() {
        let Arg::Buffer(elem, _) = arg else { continue };
        for (at, (&found, &wanted)) in found.iter().zip(wanted).enumerate() {
            if !agree(*elem, found, wanted, tolerance) {
                let show = |bits: u64| match float_format(*elem) {
                    Some(format) => format!("{} ({bits:#x})", float::to_f64(format, bits)),
                    None => format!("{bits:#x}"),
                };
                let (found, wanted) = (show(found), show(wanted));
                return Some(format!("argument {i}, element {at}: {found} instead of {wanted}"));
            }
        }
    }
    None
}

/// The arguments as a launch takes them, the buffers where `alloc` puts them.
fn addresses(args: &[Arg], mut alloc: impl FnMut(&[u8]) -> u64) -> Vec<u64> {
    let address = |arg: &Arg| match arg {
        Arg::Number(bits) => *bits,
        Arg::Buffer(elem, bits) => alloc(&to_bytes(*elem, bits)),
    };
    args.iter().map(address).collect()
}

fn agree(elem: Scalar, found: u64, wanted: u64, tolerance: Tolerance) -> bool {
    if found == wanted {
        return true;
    }
    let Some(format) = float_format(elem) else { return false };
    let (a, b) = (float::to_f64(format, found), float::to_f64(format, wanted));
    if a.is_nan() || b.is_nan() {
        return a.is_nan() && b.is_nan();
    }
    (a - b).abs() <= tolerance.absolute + tolerance.relative * a.abs().max(b.abs())
}
