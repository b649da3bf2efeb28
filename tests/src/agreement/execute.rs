//! The executors of emitted PTX.

use std::ops::Range;

use ir::Module;
use runtime::{Arg as Value, Device, Program, Scalar};

use super::suite::Case;
use crate::differential::{self, Arg};
use crate::ptxas;

/// A GPU, or the emulator in its place, or the assembler, which only says whether it takes a text.
pub enum Executor {
    Gpu(Device),
    Emulator,
    Assembler,
}

/// A text that an executor has taken.
pub enum Loaded<'a> {
    Module(&'a Device, runtime::Module),
    Text(String),
    /// Nothing to execute.
    Assembled,
}

impl Executor {
    /// `cuda`, `emulator` or `ptxas`.
    ///
    /// # Errors
    /// No such name, or no GPU.
    pub fn named(name: &str) -> Result<Executor, String> {
        match name {
            "cuda" => Device::cuda(0).map(Executor::Gpu).map_err(|error| error.to_string()),
            "emulator" => Ok(Executor::Emulator),
            "ptxas" => Ok(Executor::Assembler),
            _ => Err(format!("no device `{name}`: cuda, emulator or ptxas")),
        }
    }

    /// Takes a text for a target.
    ///
    /// # Errors
    /// The driver does not take it, or the assembler has something to say.
    pub fn load(&self, ptx: &str, arch: &str) -> Result<Loaded<'_>, String> {
        match self {
            Executor::Gpu(device) => {
                let module = device.load(&Program { tir: "", ptx });
                Ok(Loaded::Module(device, module.map_err(|error| error.to_string())?))
            }
            Executor::Emulator => Ok(Loaded::Text(ptx.to_owned())),
            Executor::Assembler => match ptxas::assemble_in_each_run(ptx, arch) {
                Some(Ok(_)) => Ok(Loaded::Assembled),
                Some(Err(log)) => Err(log),
                None => Err("there is no ptxas".to_owned()),
            },
        }
    }
}

impl Loaded<'_> {
    /// What the kernels leave in their buffers, in the order of `cases`; nothing if they do not run
    /// here.
    ///
    /// # Errors
    /// What went wrong.
    pub fn run(&self, cases: &[Case]) -> Result<Option<Vec<Vec<Vec<u64>>>>, String> {
        match self {
            Loaded::Module(device, module) => {
                launch(device, module, cases).map(Some).map_err(|error| error.to_string())
            }
            Loaded::Text(text) => {
                let emulated = |case: &Case| {
                    differential::emulated(text, &case.name, case.grid, &case.args)
                        .map_err(|what| format!("{}: {what}", case.name))
                };
                cases.iter().map(emulated).collect::<Result<_, _>>().map(Some)
            }
            Loaded::Assembled => Ok(None),
        }
    }
}

/// Buffers of a GPU start at such a multiple, as those of the driver do.
const ALIGNMENT: usize = 256;

/// Launches kernels one behind the other. All their buffers lie in one: processes that share a GPU
/// wait for each other at every call of the driver, so that there are few of them.
fn launch(
    device: &Device,
    module: &runtime::Module,
    cases: &[Case],
) -> Result<Vec<Vec<Vec<u64>>>, runtime::Error> {
    let mut bytes = Vec::new();
    let mut place = |arg: &Arg| match arg {
        Arg::Number(_) => bytes.len()..bytes.len(),
        Arg::Buffer(elem, bits) => {
            bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
            let start = bytes.len();
            bytes.extend(differential::to_bytes(*elem, bits));
            start..bytes.len()
        }
    };
    let places: Vec<Vec<Range<usize>>> =
        cases.iter().map(|case| case.args.iter().map(&mut place).collect()).collect();
    let memory = device.upload(&bytes)?;
    for (case, places) in cases.iter().zip(&places) {
        let addresses: Vec<[u8; 8]> = places
            .iter()
            .map(|place| (memory.address() + place.start as u64).to_le_bytes())
            .collect();
        let value = |(index, arg): (usize, &Arg)| match arg {
            Arg::Number(bits) => {
                Value::Scalar(Scalar { bits: *bits, size: size_of_parameter(&case.module, index) })
            }
            Arg::Buffer(..) => Value::Bytes(&addresses[index]),
        };
        let values: Vec<Value<'_>> = case.args.iter().enumerate().map(value).collect();
        module.kernel(&case.name)?.launch(case.grid, &values)?;
    }
    device.synchronize()?;
    let bytes: Vec<u8> = device.download(&memory)?;
    let read = |(arg, place): (&Arg, &Range<usize>)| match arg {
        Arg::Buffer(elem, _) => differential::from_bytes(*elem, &bytes[place.clone()]),
        Arg::Number(_) => Vec::new(),
    };
    let left = |(case, places): (&Case, &Vec<Range<usize>>)| {
        case.args.iter().zip(places).map(read).collect()
    };
    Ok(cases.iter().zip(&places).map(left).collect())
}

/// The bytes of a number that the only kernel of a module takes.
fn size_of_parameter(module: &Module, index: usize) -> u8 {
    let entry = module.entries.values().next();
    let ty = entry.and_then(|entry| {
        let value = entry.block_params(entry.entry_block).get(index)?;
        Some(entry.value_type(*value))
    });
    let elem = ty.and_then(|ty| module.types.elem_scalar(ty));
    elem.map_or(8, |elem| elem.bytes() as u8)
}
