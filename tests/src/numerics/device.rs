//! Where kernels of subjects run.

use runtime::{Arg, Program};
use tilec::Stage;

use super::sample::Operands;
use super::subject::Subject;
use crate::compile::{compile_text, rendered};
use crate::emulator;

/// Elements of a tile block.
const TILE: usize = 256;

/// The target of everything but the interpreter.
const ARCH: &str = "sm_90a";

const HEADER: &str = "\
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
";

/// What executes a kernel.
pub enum Device {
    /// The CPU device: the reference meaning.
    Interpreter(runtime::Device),
    /// Emitted PTX, whose approximate instructions give the nearest result.
    Emulator,
    Gpu(runtime::Device),
}

/// A compiled kernel of each of some subjects.
pub struct Kernels {
    subjects: Vec<Subject>,
    loaded: Loaded,
}

enum Loaded {
    Module(runtime::Device, runtime::Module),
    Ptx(String),
}

impl Device {
    /// `cpu`, `emulator` or `cuda`.
    ///
    /// # Errors
    /// An unknown name, or a driver without a device.
    pub fn named(name: &str) -> Result<Device, String> {
        match name {
            "cpu" => Ok(Device::Interpreter(runtime::Device::cpu())),
            "emulator" => Ok(Device::Emulator),
            "cuda" => runtime::Device::cuda(0).map(Device::Gpu).map_err(|error| error.to_string()),
            _ => Err(format!("no device `{name}`: cpu, emulator or cuda")),
        }
    }

    /// Compiles the kernels of some subjects as one program.
    ///
    /// # Errors
    /// What the compiler or the device said.
    pub fn load(&self, subjects: &[Subject]) -> Result<Kernels, String> {
        let mut source = HEADER.to_owned();
        for (index, subject) in subjects.iter().enumerate() {
            source += &subject.kernel(&kernel_name(index), TILE);
        }
        let stage = if matches!(self, Device::Interpreter(_)) { Stage::Lower } else { Stage::Ptx };
        let compiled = compile_text(&source, ARCH, stage);
        if compiled.diagnostics.has_errors() {
            return Err(rendered(&compiled));
        }
        let ptx = compiled.ptx.clone().unwrap_or_default();
        let loaded = match self {
            Device::Emulator => Loaded::Ptx(ptx),
            Device::Interpreter(device) | Device::Gpu(device) => {
                let tir = compiled.tir_text();
                let module = device.load(&Program { tir: &tir, ptx: &ptx });
                Loaded::Module(device.clone(), module.map_err(|error| error.to_string())?)
            }
        };
        Ok(Kernels { subjects: subjects.to_vec(), loaded })
    }
}

fn kernel_name(index: usize) -> String {
    format!("subject_{index}")
}

impl Kernels {
    /// The results of the kernel of this number for these inputs.
    ///
    /// # Errors
    /// What the device said.
    pub fn run(&self, index: usize, inputs: &[Operands]) -> Result<Vec<u64>, String> {
        let subject = self.subjects.get(index).ok_or("no such kernel")?;
        // Whole tile blocks; what is beyond the inputs is computed for nothing.
        let blocks = inputs.len().div_ceil(TILE);
        let size = subject.format.storage_bytes();
        let columns = (0..subject.operation.operands()).map(|operand| {
            let mut bytes = Vec::with_capacity(blocks * TILE * size);
            for operands in inputs {
                bytes.extend_from_slice(&operands[operand].to_le_bytes()[..size]);
            }
            bytes.resize(blocks * TILE * size, 0);
            bytes
        });
        let result_size = subject.result_format().storage_bytes();
        let grid = [blocks as u32, 1, 1];
        let name = kernel_name(index);
        let bytes = match &self.loaded {
            Loaded::Module(device, module) => {
                let run = || -> Result<Vec<u8>, runtime::Error> {
                    let mut buffers = Vec::new();
                    for column in columns {
                        buffers.push(device.upload(&column)?);
                    }
                    buffers.push(device.zeros::<u8>(blocks * TILE * result_size)?);
                    let args: Vec<Arg<'_>> = buffers.iter().map(Arg::Buffer).collect();
                    module.kernel(&name)?.launch(grid, &args)?;
                    device.download(&buffers[buffers.len() - 1])
                };
                run().map_err(|error| format!("{subject}: {error}"))?
            }
            Loaded::Ptx(text) => {
                let mut memory = emulator::Memory::default();
                let mut args: Vec<u64> = columns.map(|column| memory.alloc(&column)).collect();
                let result = memory.alloc(&vec![0; blocks * TILE * result_size]);
                args.push(result);
                let what = emulator::Launch::new(&name, grid, &args);
                let report = emulator::launch(text, &what, &mut memory)?;
                if !report.findings.is_empty() {
                    return Err(format!("{subject}: {}", report.describe()));
                }
                memory.bytes(result).to_vec()
            }
        };
        let number =
            |chunk: &[u8]| chunk.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
        Ok(bytes.chunks_exact(result_size).take(inputs.len()).map(number).collect())
    }
}
