//! Devices, and programs loaded on them.

use crate::buffer::Memory;
use crate::launch::KernelImage;
use crate::{Buffer, Element, Error, Kernel, cpu, cuda};

/// What `tilec` makes of a source file, for both kinds of device.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    /// Tile IR text, for the CPU device.
    pub tir: &'a str,
    /// PTX, for CUDA devices.
    pub ptx: &'a str,
}

/// Where kernels run.
#[derive(Clone, Debug)]
pub enum Device {
    /// Executes tile IR on the processor, the blocks of a grid in parallel.
    Cpu(cpu::Cpu),
    /// A GPU, through the CUDA driver.
    Cuda(cuda::Gpu),
}

/// A program loaded on a device.
#[derive(Debug)]
pub enum Module {
    Cpu(cpu::Module),
    Cuda(cuda::Module),
}

impl Device {
    pub fn cpu() -> Device {
        Device::Cpu(cpu::Cpu::new())
    }

    /// The GPU of this number.
    pub fn cuda(ordinal: usize) -> Result<Device, Error> {
        cuda::Gpu::open(ordinal).map(Device::Cuda)
    }

    /// The first GPU, or the CPU where there is none.
    pub fn best() -> Device {
        Device::cuda(0).unwrap_or_else(|_| Device::cpu())
    }

    /// `cpu` or `cuda`.
    pub fn kind(&self) -> &'static str {
        match self {
            Device::Cpu(_) => "cpu",
            Device::Cuda(_) => "cuda",
        }
    }

    pub fn load(&self, program: &Program<'_>) -> Result<Module, Error> {
        match self {
            Device::Cpu(cpu) => cpu.load(program.tir).map(Module::Cpu),
            Device::Cuda(gpu) => gpu.load(program.ptx).map(Module::Cuda),
        }
    }

    /// A buffer of `len` elements, all bytes zero.
    pub fn zeros<T: Element>(&self, len: usize) -> Result<Buffer, Error> {
        let bytes = len * size_of::<T>();
        let memory = match self {
            Device::Cpu(cpu) => Memory::Cpu(cpu.allocate(bytes)),
            Device::Cuda(gpu) => Memory::Cuda(gpu.allocate(bytes)?),
        };
        Ok(Buffer { memory, bytes })
    }

    /// A buffer with a copy of `data`.
    pub fn upload<T: Element>(&self, data: &[T]) -> Result<Buffer, Error> {
        let buffer = self.zeros::<T>(data.len())?;
        self.write(&buffer, data)?;
        Ok(buffer)
    }

    /// Overwrites a buffer, whose size must be that of `data`.
    pub fn write<T: Element>(&self, buffer: &Buffer, data: &[T]) -> Result<(), Error> {
        let bytes: &[u8] = bytemuck::cast_slice(data);
        check_size(buffer, bytes.len())?;
        match (self, &buffer.memory) {
            (Device::Cpu(cpu), Memory::Cpu(allocation)) => cpu.write(allocation, bytes),
            (Device::Cuda(gpu), Memory::Cuda(allocation)) => gpu.write(allocation, bytes),
            (Device::Cpu(_), Memory::Cuda(_)) | (Device::Cuda(_), Memory::Cpu(_)) => {
                Err(Error::WrongDevice)
            }
        }
    }

    /// A copy of a buffer, after all launches so far.
    pub fn download<T: Element>(&self, buffer: &Buffer) -> Result<Vec<T>, Error> {
        let mut data = vec![T::zeroed(); buffer.bytes / size_of::<T>()];
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut data);
        check_size(buffer, bytes.len())?;
        match (self, &buffer.memory) {
            (Device::Cpu(cpu), Memory::Cpu(allocation)) => cpu.read(allocation, bytes)?,
            (Device::Cuda(gpu), Memory::Cuda(allocation)) => gpu.read(allocation, bytes)?,
            (Device::Cpu(_), Memory::Cuda(_)) | (Device::Cuda(_), Memory::Cpu(_)) => {
                return Err(Error::WrongDevice);
            }
        }
        Ok(data)
    }

    /// Copies all bytes of `from` to `to` on the device.
    pub fn copy(&self, from: &Buffer, to: &Buffer) -> Result<(), Error> {
        check_size(to, from.bytes)?;
        match (self, &from.memory, &to.memory) {
            (Device::Cuda(gpu), Memory::Cuda(source), Memory::Cuda(target)) => {
                gpu.copy(source, target, from.bytes)
            }
            (Device::Cpu(_), Memory::Cpu(_), Memory::Cpu(_)) => {
                let bytes: Vec<u8> = self.download(from)?;
                self.write(to, &bytes)
            }
            (Device::Cpu(_) | Device::Cuda(_), _, _) => Err(Error::WrongDevice),
        }
    }

    /// Waits for all launches, and reports a failure of one.
    pub fn synchronize(&self) -> Result<(), Error> {
        match self {
            Device::Cpu(_) => Ok(()),
            Device::Cuda(gpu) => gpu.synchronize(),
        }
    }
}

fn check_size(buffer: &Buffer, found: usize) -> Result<(), Error> {
    if buffer.bytes == found { Ok(()) } else { Err(Error::Size { expected: buffer.bytes, found }) }
}

impl Module {
    /// The kernel of this symbol name, or of this source name such as `gemm<__half, 64, 64, 32>`
    /// where the program records it.
    pub fn kernel(&self, name: &str) -> Result<Kernel, Error> {
        let image = match self {
            Module::Cpu(module) => KernelImage::Cpu(module.kernel(name)?),
            Module::Cuda(module) => KernelImage::Cuda(module.kernel(name)?),
        };
        Ok(Kernel { image })
    }
}
