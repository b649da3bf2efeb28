//! Launches: a grid of tile blocks and the kernel's arguments.

use crate::buffer::Memory;
use crate::{Buffer, Error, cpu, cuda};

/// A kernel ready to launch.
#[derive(Debug)]
pub struct Kernel {
    pub(crate) image: KernelImage,
}

#[derive(Debug)]
pub(crate) enum KernelImage {
    Cpu(cpu::Kernel),
    Cuda(cuda::Kernel),
}

/// How many tile blocks there are in each direction: `n`, `(x, y)` or `(x, y, z)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid(pub [u32; 3]);

impl From<u32> for Grid {
    fn from(x: u32) -> Grid {
        Grid([x, 1, 1])
    }
}

impl From<(u32, u32)> for Grid {
    fn from((x, y): (u32, u32)) -> Grid {
        Grid([x, y, 1])
    }
}

impl From<(u32, u32, u32)> for Grid {
    fn from((x, y, z): (u32, u32, u32)) -> Grid {
        Grid([x, y, z])
    }
}

impl From<[u32; 3]> for Grid {
    fn from(counts: [u32; 3]) -> Grid {
        Grid(counts)
    }
}

/// What the compiler knows of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KernelInfo {
    /// As in the source: `gemm<__half, 64, 64, 32>`.
    pub name: &'static str,
    /// Its symbol in the program.
    pub symbol: &'static str,
    /// Threads of one tile block on a GPU.
    pub threads: u32,
}

/// An argument: a buffer for a pointer parameter, a number, or an object of class type.
#[derive(Clone, Copy, Debug)]
pub enum Arg<'a> {
    Buffer(&'a Buffer),
    Scalar(Scalar),
    /// The bytes of an object, as C++ lays it out; see [`Arg::object`]. A member that points to a
    /// buffer is its [address](Buffer::address).
    Bytes(&'a [u8]),
}

impl<'a> Arg<'a> {
    /// An object whose Rust type is `#[repr(C)]` and has the members of the C++ one.
    pub fn object<T: bytemuck::NoUninit>(object: &'a T) -> Arg<'a> {
        Arg::Bytes(bytemuck::bytes_of(object))
    }
}

/// An argument as a device takes it.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    Scalar(Scalar),
    Bytes(&'a [u8]),
}

impl Value<'_> {
    /// The bytes that a launch passes.
    pub fn to_bytes(self) -> Vec<u8> {
        match self {
            Value::Scalar(scalar) => scalar.bits.to_le_bytes()[..usize::from(scalar.size)].to_vec(),
            Value::Bytes(bytes) => bytes.to_vec(),
        }
    }
}

/// The bits of a number, in the low `size` bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scalar {
    pub bits: u64,
    /// 1, 2, 4 or 8.
    pub size: u8,
}

impl<'a> From<&'a Buffer> for Arg<'a> {
    fn from(buffer: &'a Buffer) -> Arg<'a> {
        Arg::Buffer(buffer)
    }
}

macro_rules! scalar_arguments {
    ($($ty:ty: $value:ident => $bits:expr;)*) => {
        $(impl From<$ty> for Scalar {
            fn from($value: $ty) -> Scalar {
                Scalar { bits: $bits, size: size_of::<$ty>() as u8 }
            }
        }
        impl From<$ty> for Arg<'_> {
            fn from(value: $ty) -> Self {
                Arg::Scalar(value.into())
            }
        })*
    };
}
scalar_arguments! {
    bool: v => v.into();
    i8: v => v as u8 as u64;
    u8: v => v.into();
    i16: v => v as u16 as u64;
    u16: v => v.into();
    i32: v => v as u32 as u64;
    u32: v => v.into();
    i64: v => v as u64;
    u64: v => v;
    f32: v => v.to_bits().into();
    f64: v => v.to_bits();
}

impl Kernel {
    /// Launches `grid[0] * grid[1] * grid[2]` tile blocks.
    ///
    /// # Errors
    /// Arguments that do not fit, a driver error, or on the CPU device a trap. A fault on a GPU is
    /// reported by the next call that waits.
    pub fn launch(&self, grid: [u32; 3], args: &[Arg<'_>]) -> Result<(), Error> {
        match &self.image {
            KernelImage::Cpu(kernel) => {
                let values = self.values(args, |memory| matches!(memory, Memory::Cpu(_)))?;
                kernel.launch(grid, &values)
            }
            KernelImage::Cuda(kernel) => {
                let values = self.values(args, |memory| matches!(memory, Memory::Cuda(_)))?;
                kernel.launch(grid, &values)
            }
        }
    }

    /// The arguments as they are passed: a buffer is its address.
    fn values<'a>(
        &self,
        args: &[Arg<'a>],
        here: fn(&Memory) -> bool,
    ) -> Result<Vec<Value<'a>>, Error> {
        args.iter()
            .map(|arg| match arg {
                Arg::Scalar(scalar) => Ok(Value::Scalar(*scalar)),
                Arg::Bytes(bytes) => Ok(Value::Bytes(bytes)),
                Arg::Buffer(buffer) if here(&buffer.memory) => {
                    Ok(Value::Scalar(Scalar { bits: buffer.address(), size: 8 }))
                }
                Arg::Buffer(_) => Err(Error::WrongDevice),
            })
            .collect()
    }
}

/// Every kernel of a program text, with the source name that tilec writes on a line before it:
///
/// ```text
/// // source: gemm<__half, 64, 64, 32>
/// .visible .entry _Z4gemmI6__halfLi64ELi64ELi32EEvPKT_S3_Pfiii(
/// ```
pub(crate) fn kernel_names(text: &str, keyword: &str) -> Vec<(String, String)> {
    let mut names = Vec::new();
    let mut source = None;
    for line in text.lines() {
        if let Some(name) = line.trim_start().strip_prefix("// source: ") {
            source = Some(name.trim());
        } else if let Some((_, rest)) = line.split_once(keyword) {
            let symbol = rest.split(['(', ' ', '\t']).next().unwrap_or_default();
            names.push((symbol.to_string(), source.take().unwrap_or(symbol).to_string()));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    #[test]
    fn kernels_are_known_by_symbol_and_by_source_name() {
        let ptx = "// source: f<int>\n.visible .entry _Z1fIiEvv(\n)\n.visible .entry g()\n";
        let pairs = super::kernel_names(ptx, ".entry ");
        let as_str: Vec<_> = pairs.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        assert_eq!(as_str, [("_Z1fIiEvv", "f<int>"), ("g", "g")]);
    }
}
