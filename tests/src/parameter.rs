//! Kernel parameters as tests write them: `out i32[4]`, `inout f32[8] = iota*2+1`, `i32 = 5`.
//!
//! ```text
//! PARAMETER = TYPE "=" VALUE                            a number, passed by value
//!           | "struct" "=" "{" PARAMETER, .. "}"        an object with these members
//!           | "struct" "=" "hex:" DIGITS               one of these bytes
//!           | [MODE] TYPE "[" COUNT "]" ["=" INIT]      a buffer, passed as a pointer
//! MODE      = "out" | "inout" | "scratch"               compared, both, neither
//! INIT      = what `tilec run --arg` takes
//! ```
//!
//! The types, the formulas and the rounding are those of the command line.

use tilec::argument::object::{ObjectArgument, members};
use tilec::argument::{self, Argument, BufferArgument, ElementType};

/// What a buffer is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Read by the kernel.
    In,
    /// Written by the kernel and compared; every byte is 0xCD before.
    Out,
    /// Initialised, written and compared.
    InOut,
    /// Initialised, not compared.
    Scratch,
}

/// One parameter with its value before the launch.
#[derive(Clone, PartialEq, Debug)]
pub enum Parameter {
    Scalar {
        ty: ElementType,
        bits: u64,
    },
    Buffer {
        mode: Mode,
        ty: ElementType,
        bytes: Vec<u8>,
    },
    /// The object, and what each buffer is for that a member points to.
    Object {
        object: ObjectArgument,
        modes: Vec<Mode>,
    },
}

/// A buffer that a kernel gets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Buffer<'p> {
    pub mode: Mode,
    pub ty: ElementType,
    pub bytes: &'p [u8],
}

impl Buffer<'_> {
    /// Whether its bytes after the launch are a result.
    pub fn is_compared(&self) -> bool {
        matches!(self.mode, Mode::Out | Mode::InOut)
    }
}

impl Parameter {
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Parameter, String> {
        let text = text.trim();
        if let Some(object) = text.strip_prefix("struct") {
            let object = object.trim_start().strip_prefix('=').ok_or("an object needs a value")?;
            return object_parameter(object.trim());
        }
        let (mode, rest) = match text.split_once(' ') {
            Some(("out", rest)) => (Mode::Out, rest),
            Some(("inout", rest)) => (Mode::InOut, rest),
            Some(("scratch", rest)) => (Mode::Scratch, rest),
            Some(_) | None => (Mode::In, text),
        };
        let (left, init) = match rest.split_once('=') {
            Some((left, init)) => (left.trim(), Some(init.trim())),
            None => (rest.trim(), None),
        };
        let Some((name, count)) = left.split_once('[') else {
            let init = init.ok_or_else(|| format!("`{text}`: a number needs a value"))?;
            let (ty, bits) = scalar(left, init)?;
            return Ok(Parameter::Scalar { ty, bits });
        };
        let count = count.trim_end_matches(']').trim();
        let count: usize =
            count.parse().map_err(|_| format!("`{text}`: `{count}` is not a count"))?;
        let (ty, bytes) = match (init, mode) {
            (None, Mode::Out) => filled(name, count)?,
            (None, Mode::In | Mode::InOut | Mode::Scratch) => {
                return Err(format!("`{text}`: a buffer that is read needs a value"));
            }
            (Some(init), _) => initialized(name, count, init)?,
        };
        Ok(Parameter::Buffer { mode, ty, bytes })
    }

    /// The buffer that it is, or those that its members point to.
    pub fn buffers(&self) -> Vec<Buffer<'_>> {
        match self {
            Parameter::Scalar { .. } => Vec::new(),
            Parameter::Buffer { mode, ty, bytes } => vec![Buffer { mode: *mode, ty: *ty, bytes }],
            Parameter::Object { object, modes } => {
                let buffers = object.buffers.iter().zip(modes);
                let buffers = buffers.map(|((_, b), &mode)| Buffer {
                    mode,
                    ty: b.ty,
                    bytes: b.bytes.as_slice(),
                });
                buffers.collect()
            }
        }
    }

    /// What a launch passes, with the addresses of the buffers.
    pub fn to_bytes(&self, addresses: &[u64]) -> Vec<u8> {
        match self {
            Parameter::Scalar { ty, bits } => bits.to_le_bytes()[..ty.bytes].to_vec(),
            Parameter::Buffer { .. } => {
                addresses.first().copied().unwrap_or_default().to_le_bytes().to_vec()
            }
            Parameter::Object { object, .. } => object.with_addresses(addresses),
        }
    }
}

/// `{PARAMETER, ..}` or `hex:DIGITS`.
fn object_parameter(text: &str) -> Result<Parameter, String> {
    let mut modes = Vec::new();
    if text.starts_with("hex:") {
        return match argument::parse(&format!("struct={text}"), &no_files)? {
            Argument::Object(object) => Ok(Parameter::Object { object, modes }),
            Argument::Scalar { .. } | Argument::Buffer(_) => {
                Err(format!("`{text}` is not an object"))
            }
        };
    }
    let mut object = ObjectArgument::empty();
    for member in members(text)? {
        let member = match Parameter::parse(member)? {
            Parameter::Scalar { ty, bits } => Argument::Scalar { ty, bits },
            Parameter::Buffer { mode, ty, bytes } => {
                modes.push(mode);
                let (count, uninitialized) = (bytes.len() / ty.bytes, mode == Mode::Out);
                Argument::Buffer(BufferArgument { ty, count, uninitialized, bytes, output: None })
            }
            Parameter::Object { object, modes: inner } => {
                modes.extend(inner);
                Argument::Object(object)
            }
        };
        object.push(&member);
    }
    object.finish();
    Ok(Parameter::Object { object, modes })
}

/// `count` elements as an initialiser says.
///
/// # Errors
/// What is wrong with the text.
pub fn initialized(ty: &str, count: usize, init: &str) -> Result<(ElementType, Vec<u8>), String> {
    match argument::parse(&format!("{ty}[{count}]={init}"), &no_files)? {
        Argument::Buffer(buffer) => Ok((buffer.ty, buffer.bytes)),
        Argument::Scalar { .. } | Argument::Object(_) => {
            Err(format!("`{init}` initialises no buffer"))
        }
    }
}

fn scalar(ty: &str, value: &str) -> Result<(ElementType, u64), String> {
    match argument::parse(&format!("{ty}={value}"), &no_files)? {
        Argument::Scalar { ty, bits } => Ok((ty, bits)),
        Argument::Buffer(_) | Argument::Object(_) => Err(format!("`{ty}` is not a type")),
    }
}

/// What an output holds before anything is written to it.
fn filled(ty: &str, count: usize) -> Result<(ElementType, Vec<u8>), String> {
    match argument::parse(&format!("out:{ty}[{count}]"), &no_files)? {
        Argument::Buffer(buffer) => Ok((buffer.ty, buffer.bytes)),
        Argument::Scalar { .. } | Argument::Object(_) => Err(format!("`{ty}` is not a type")),
    }
}

fn no_files(path: &str, _: u64) -> Result<Vec<u8>, String> {
    Err(format!("{path}: tests hold their data"))
}

#[cfg(test)]
mod tests {
    use super::{Mode, Parameter};

    fn bytes(text: &str) -> Vec<u8> {
        match Parameter::parse(text) {
            Ok(Parameter::Buffer { bytes, .. }) => bytes,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn lists_bits_and_formulas() {
        assert_eq!(bytes("u8[3] = [1, 0x10, 255]"), [1, 16, 255]);
        assert_eq!(bytes("i16[2] = [-1, 2]"), [0xFF, 0xFF, 2, 0]);
        assert_eq!(bytes("f16[2] = bits:[0x3c00, 0x7e00]"), [0x00, 0x3C, 0x00, 0x7E]);
        assert_eq!(bytes("inout bool[2] = [true, false]"), [1, 0]);
        assert_eq!(bytes("u8[3] = iota*2+1"), [1, 3, 5]);
        assert_eq!(bytes("out u8[2]"), [0xCD, 0xCD]);
    }

    #[test]
    fn modes_and_numbers() {
        let number = Parameter::parse("i32 = -1");
        assert!(matches!(number, Ok(Parameter::Scalar { bits: 0xFFFF_FFFF, .. })), "{number:?}");
        let object = Parameter::parse("struct = {i8 = 1, out i32[2], inout i16[1] = [4]}");
        let Ok(object @ Parameter::Object { .. }) = object else { panic!("{object:?}") };
        let modes: Vec<Mode> = object.buffers().iter().map(|buffer| buffer.mode).collect();
        assert_eq!(modes, [Mode::Out, Mode::InOut]);
        assert_eq!(object.to_bytes(&[2, 3])[..9], [1, 0, 0, 0, 0, 0, 0, 0, 2]);
        let mode = |text| match Parameter::parse(text) {
            Ok(Parameter::Buffer { mode, .. }) => mode,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(mode("f32[1] = zeros"), Mode::In);
        assert_eq!(mode("scratch f32[1] = zeros"), Mode::Scratch);
        for wrong in ["f32[1]", "i32", "i33[1] = [0]", "i32[2] = [1]", "i32[x] = zeros"] {
            assert!(Parameter::parse(wrong).is_err(), "{wrong}");
        }
    }
}
