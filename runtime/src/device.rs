//! Devices, and programs loaded on them.

use std::time::{Duration, Instant};

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

    /// How long the device works on what `launches` queues: by its own clock on a GPU, so that what
    /// the host does in between counts only where the device has to wait for it.
    pub fn time(&self, launches: impl FnOnce() -> Result<(), Error>) -> Result<Duration, Error> {
        match self {
            Device::Cpu(_) => {
                let start = Instant::now();
                launches()?;
                Ok(start.elapsed())
            }
            Device::Cuda(gpu) => gpu.time(launches),
        }
    }

    /// What the device is called.
    pub fn name(&self) -> Result<String, Error> {
        match self {
            Device::Cpu(_) => Ok("CPU".into()),
            Device::Cuda(gpu) => gpu.name(),
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

    /// Overwrites the first elements of a `__device__` or `__constant__` variable, by its symbol:
    /// `counter`, or `_ZN2ns7counterE` for one of a namespace. Launches from here on see them.
    pub fn write_global<T: Element>(&self, symbol: &str, data: &[T]) -> Result<(), Error> {
        let bytes: &[u8] = bytemuck::cast_slice(data);
        match self {
            Module::Cpu(module) => module.write_global(symbol, bytes),
            Module::Cuda(module) => module.write_global(symbol, bytes),
        }
    }

    /// The first `len` elements of a variable, after all launches so far.
    pub fn read_global<T: Element>(&self, symbol: &str, len: usize) -> Result<Vec<T>, Error> {
        let mut data = vec![T::zeroed(); len];
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut data);
        match self {
            Module::Cpu(module) => module.read_global(symbol, bytes)?,
            Module::Cuda(module) => module.read_global(symbol, bytes)?,
        }
        Ok(data)
    }
}

#[cfg(test)]
mod tests {
    use super::{Device, Program};
    use crate::Error;

    const COUNTER: &str = "\
cuda_tile.module @kernels {
  global @counter alignment = 4 <i32: [7]> : tile<1xi32>
  entry @bump() {
    %0 = make_token : token
    %1 = get_global @counter : tile<ptr<i32>>
    %2, %3 = load_ptr_tko weak %1 token=%0 : tile<ptr<i32>> -> tile<i32>, token
    %4 = addi %2, %2 : tile<i32>
    %5 = store_ptr_tko weak %1, %4 token=%3 : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
";

    #[test]
    fn what_is_timed_is_what_runs() -> Result<(), Error> {
        let device = Device::cpu();
        assert_eq!(device.name()?, "CPU");
        let pause = std::time::Duration::from_millis(3);
        let elapsed = device.time(|| {
            std::thread::sleep(pause);
            Ok(())
        })?;
        assert!(elapsed >= pause);
        assert_eq!(device.time(|| Err(Error::WrongDevice)), Err(Error::WrongDevice));
        Ok(())
    }

    #[test]
    fn variables_keep_their_values_between_launches() -> Result<(), Error> {
        let module = Device::cpu().load(&Program { tir: COUNTER, ptx: "" })?;
        let bump = module.kernel("bump")?;
        bump.launch([1, 1, 1], &[])?;
        bump.launch([1, 1, 1], &[])?;
        assert_eq!(module.read_global::<i32>("counter", 1)?, [28]);
        module.write_global("counter", &[5i32])?;
        bump.launch([1, 1, 1], &[])?;
        assert_eq!(module.read_global::<i32>("counter", 1)?, [10]);
        let missing = module.read_global::<i32>("other", 1);
        assert_eq!(missing, Err(Error::NoSuchGlobal { name: "other".into() }));
        let too_long = module.write_global("counter", &[1i32, 2]);
        assert_eq!(too_long, Err(Error::Size { expected: 4, found: 8 }));
        Ok(())
    }
}
