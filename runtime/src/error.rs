//! Run-time errors: this library is part of the user's program, so its errors are
//! values with the names the user knows, not compiler diagnostics.

use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// A CUDA driver call failed.
    Driver { call: &'static str, code: i32, name: String },
    /// There is no CUDA driver or no such GPU.
    NoCudaDevice,
    /// The driver refused the PTX; `log` is its assembler's message.
    Load { log: String },
    /// The tile IR of the program cannot be read.
    BadProgram { message: String },
    /// The module has no kernel of this name; `known` lists what it has.
    NoSuchKernel { name: String, known: Vec<String> },
    /// The module has no variable of this symbol.
    NoSuchGlobal { name: String },
    /// The arguments do not fit the kernel's parameters.
    Arguments { kernel: String, message: String },
    /// A kernel on the CPU device did something undefined, such as reading out of bounds.
    Trap { kernel: String, message: String },
    /// A buffer was used with a device that it does not belong to.
    WrongDevice,
    /// A slice and a buffer have different sizes, in bytes.
    Size { expected: usize, found: usize },
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Driver { call, code, name } => write!(f, "{call} failed: {name} ({code})"),
            Error::NoCudaDevice => write!(f, "no CUDA driver or no GPU found"),
            Error::Load { log } => write!(f, "the driver refused the PTX: {log}"),
            Error::BadProgram { message } => write!(f, "the program cannot be read: {message}"),
            Error::NoSuchKernel { name, known } => {
                write!(f, "no kernel `{name}`; the module has {}", known.join(", "))
            }
            Error::NoSuchGlobal { name } => write!(f, "the module has no variable `{name}`"),
            Error::Arguments { kernel, message } => write!(f, "kernel `{kernel}`: {message}"),
            Error::Trap { kernel, message } => write!(f, "kernel `{kernel}`: {message}"),
            Error::WrongDevice => write!(f, "the buffer belongs to another device"),
            Error::Size { expected, found } => {
                write!(f, "the buffer has {expected} bytes, the slice {found}")
            }
        }
    }
}
