//! What executes emitted PTX.

use ir::Module;
use runtime::{Arg as Value, Buffer, Device, Program, Scalar};

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
            Executor::Assembler => match ptxas::assemble(ptx, arch) {
                Some(Ok(_)) => Ok(Loaded::Assembled),
                Some(Err(log)) => Err(log),
                None => Err("there is no ptxas".to_owned()),
            },
        }
    }
}

impl Loaded<'_> {
    /// What a kernel leaves in each buffer; nothing if it does not run here.
    ///
    /// # Errors
    /// What went wrong.
    pub fn run(&self, case: &Case) -> Result<Option<Vec<Vec<u64>>>, String> {
        match self {
            Loaded::Module(device, module) => {
                launch(device, module, case).map(Some).map_err(|error| error.to_string())
            }
            Loaded::Text(text) => {
                differential::emulated(text, &case.name, case.grid, &case.args).map(Some)
            }
            Loaded::Assembled => Ok(None),
        }
    }
}

fn launch(
    device: &Device,
    module: &runtime::Module,
    case: &Case,
) -> Result<Vec<Vec<u64>>, runtime::Error> {
    let mut buffers: Vec<Option<Buffer>> = Vec::new();
    for arg in &case.args {
        buffers.push(match arg {
            Arg::Number(_) => None,
            Arg::Buffer(elem, bits) => Some(device.upload(&differential::to_bytes(*elem, bits))?),
        });
    }
    let values: Vec<Value<'_>> = case
        .args
        .iter()
        .zip(&buffers)
        .enumerate()
        .map(|(index, (arg, buffer))| match (arg, buffer) {
            (Arg::Number(bits), _) => {
                Value::Scalar(Scalar { bits: *bits, size: size_of_parameter(&case.module, index) })
            }
            (Arg::Buffer(..), Some(buffer)) => Value::Buffer(buffer),
            (Arg::Buffer(..), None) => Value::Bytes(&[]),
        })
        .collect();
    module.kernel(&case.name)?.launch(case.grid, &values)?;
    device.synchronize()?;
    let read = |(arg, buffer): (&Arg, &Option<Buffer>)| match (arg, buffer) {
        (Arg::Buffer(elem, _), Some(buffer)) => {
            Ok(differential::from_bytes(*elem, &device.download(buffer)?))
        }
        (Arg::Number(_) | Arg::Buffer(..), _) => Ok(Vec::new()),
    };
    case.args.iter().zip(&buffers).map(read).collect()
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
