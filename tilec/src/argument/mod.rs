//! Kernel arguments on the command line: `i32=5`, `f32[1024]=iota`, `out:f32[8]=@in.bin>out.npy`.
//!
//! [`HELP`] is the grammar; [`parameter`] holds arguments against the kernel's parameters.

pub mod launch;
pub mod object;
pub mod parameter;

use ir::scalar::{FloatFormat, float};

use object::ObjectArgument;

/// The grammar, for `--help` and the documents.
pub const HELP: &str = "\
A parameter, in order:

  SPEC   = TYPE '=' VALUE                              a scalar
         | ['out:'] TYPE '[' COUNT ']' ['=' INIT] ['>' FILE]
                                                       a buffer, for a pointer
         | 'struct={' SPEC {',' SPEC} '}'              an object, by its members
         | 'struct=hex:' DIGITS                        an object, by its bytes
  TYPE   = i8 i16 i32 i64 u8 u16 u32 u64 bool f16 bf16 f32 f64 tf32 e4m3 e5m2
           e8m0 ue5m3 e2m1
  VALUE  = a decimal or hexadecimal number, true, false, inf, nan
  INIT   = zeros            0 in each element, also where '=' INIT is left out
         | full(VALUE)      VALUE in each element
         | iota[*S][+B]     B + S * index
         | random(SEED)     the same elements for the same SEED on each machine:
                            floats in [-2, 2), signed integers from -100 to 100,
                            unsigned integers from 0 to 200
         | @FILE            the elements of FILE: NumPy's format if it ends with
                            .npy, else bytes
         | [VALUE, ..]      COUNT values
         | bits:[BITS, ..]  COUNT bit patterns
  out:   the kernel writes the buffer; without INIT its elements are uninitialised
  >FILE  writes the buffer after the run: NumPy's format to .npy, text to .txt,
         else bytes; '>-' prints it as text

TYPE is that of the parameter: f32 for float, f32[COUNT] for float*, i32 or u32 for
int and unsigned, f16 for __half, bf16 for __nv_bfloat16, e4m3 for __nv_fp8_e4m3.";

/// An element type of the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ElementType {
    pub name: &'static str,
    pub bytes: usize,
    kind: Kind,
    /// The NumPy descriptor, where NumPy has the type.
    npy: Option<&'static str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Bool,
    Int { signed: bool },
    Float(FloatFormat),
}

const TYPES: &[ElementType] = &[
    ElementType { name: "bool", bytes: 1, kind: Kind::Bool, npy: Some("|b1") },
    ElementType { name: "i8", bytes: 1, kind: Kind::Int { signed: true }, npy: Some("|i1") },
    ElementType { name: "i16", bytes: 2, kind: Kind::Int { signed: true }, npy: Some("<i2") },
    ElementType { name: "i32", bytes: 4, kind: Kind::Int { signed: true }, npy: Some("<i4") },
    ElementType { name: "i64", bytes: 8, kind: Kind::Int { signed: true }, npy: Some("<i8") },
    ElementType { name: "u8", bytes: 1, kind: Kind::Int { signed: false }, npy: Some("|u1") },
    ElementType { name: "u16", bytes: 2, kind: Kind::Int { signed: false }, npy: Some("<u2") },
    ElementType { name: "u32", bytes: 4, kind: Kind::Int { signed: false }, npy: Some("<u4") },
    ElementType { name: "u64", bytes: 8, kind: Kind::Int { signed: false }, npy: Some("<u8") },
    ElementType { name: "f16", bytes: 2, kind: Kind::Float(FloatFormat::F16), npy: Some("<f2") },
    ElementType { name: "bf16", bytes: 2, kind: Kind::Float(FloatFormat::Bf16), npy: None },
    ElementType { name: "f32", bytes: 4, kind: Kind::Float(FloatFormat::F32), npy: Some("<f4") },
    ElementType { name: "f64", bytes: 8, kind: Kind::Float(FloatFormat::F64), npy: Some("<f8") },
    ElementType { name: "e4m3", bytes: 1, kind: Kind::Float(FloatFormat::E4M3), npy: None },
    ElementType { name: "e5m2", bytes: 1, kind: Kind::Float(FloatFormat::E5M2), npy: None },
    ElementType { name: "e8m0", bytes: 1, kind: Kind::Float(FloatFormat::E8M0), npy: None },
    ElementType { name: "ue5m3", bytes: 1, kind: Kind::Float(FloatFormat::UE5M3), npy: None },
    ElementType { name: "e2m1", bytes: 1, kind: Kind::Float(FloatFormat::E2M1), npy: None },
    ElementType { name: "tf32", bytes: 4, kind: Kind::Float(FloatFormat::Tf32), npy: None },
];

/// One kernel argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    Scalar { ty: ElementType, bits: u64 },
    Buffer(BufferArgument),
    Object(ObjectArgument),
}

impl Argument {
    /// The buffers that the argument points to, in order.
    pub fn buffers(&self) -> impl Iterator<Item = &BufferArgument> {
        let (own, inner) = match self {
            Argument::Scalar { .. } => (None, None),
            Argument::Buffer(buffer) => (Some(buffer), None),
            Argument::Object(object) => (None, Some(&object.buffers)),
        };
        own.into_iter().chain(inner.into_iter().flatten().map(|(_, buffer)| buffer))
    }

    /// What a launch passes, with the addresses of the buffers.
    pub fn to_bytes(&self, addresses: &[u64]) -> Vec<u8> {
        match self {
            Argument::Scalar { ty, bits } => bits.to_le_bytes()[..ty.bytes].to_vec(),
            Argument::Buffer(_) => {
                addresses.first().copied().unwrap_or_default().to_le_bytes().to_vec()
            }
            Argument::Object(object) => object.with_addresses(addresses),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BufferArgument {
    pub ty: ElementType,
    pub count: usize,
    /// Whether nothing said what is in it before the run.
    pub uninitialized: bool,
    /// The bytes before the run.
    pub bytes: Vec<u8>,
    /// Where the bytes after the run go.
    pub output: Option<String>,
}

/// How arguments read files, at most so many bytes of each: the driver's door to them.
pub type ReadFile<'a> = &'a dyn Fn(&str, u64) -> Result<Vec<u8>, String>;

/// Bytes of a file besides the data: the header of a NumPy file.
const HEADER_BYTES: u64 = 1 << 16;

/// Buffers of more bytes than this are a slip of the keyboard.
const SIZE_LIMIT: usize = 1 << 36;

/// The file that an `--arg` reads, if it is a buffer's.
pub fn input_file(spec: &str) -> Option<&str> {
    let (_, rest) = spec.split_once("=@")?;
    Some(rest.split(['>', ',', '}']).next().unwrap_or(rest))
}

/// An `--arg`, or what is wrong with it. That is told with the parameter that it stands for, so not before there is a kernel.
pub type Parsed = Result<Argument, String>;

/// Parses one `--arg`.
pub fn parse(spec: &str, read: ReadFile<'_>) -> Parsed {
    parse_spec(spec, read).map_err(|what| format!("--arg {spec}: {what}"))
}

/// A `SPEC`; the error does not repeat it.
fn parse_spec(spec: &str, read: ReadFile<'_>) -> Result<Argument, String> {
    if let Some(text) = spec.strip_prefix("struct=") {
        return object::parse(text, read).map(Argument::Object);
    }
    let (is_out, rest) = match spec.strip_prefix("out:") {
        Some(rest) => (true, rest),
        None => (false, spec),
    };
    let end = rest.find(['[', '=', '>']).unwrap_or(rest.len());
    let (name, rest) = rest.split_at(end);
    let Some(&ty) = TYPES.iter().find(|ty| ty.name == name) else {
        let known: Vec<&str> = TYPES.iter().map(|ty| ty.name).collect();
        return Err(format!("no type `{name}`; there are {} struct", known.join(" ")));
    };
    let Some(rest) = rest.strip_prefix('[') else {
        let value = rest.strip_prefix('=').ok_or("a scalar needs `=VALUE`")?;
        if is_out {
            return Err("an output needs a count: `out:f32[16]`".to_owned());
        }
        return Ok(Argument::Scalar { ty, bits: ty.parse(value)? });
    };
    let (count, rest) = rest.split_once(']').ok_or("`[` without `]`")?;
    let count: usize = count.parse().map_err(|_| "the count is not a number")?;
    if count.saturating_mul(ty.bytes) > SIZE_LIMIT {
        return Err("the buffer is larger than 64 GiB".to_owned());
    }
    let (init, output) = match rest.split_once('>') {
        Some((init, file)) => (init, Some(file.to_string())),
        None => (rest, None),
    };
    let uninitialized = is_out && init.is_empty();
    let bytes = match init.strip_prefix('=') {
        Some(init) => ty.initialize(init, count, read)?,
        // An output that the kernel does not write shows.
        None if uninitialized => vec![0xCD; count * ty.bytes],
        None if init.is_empty() => vec![0; count * ty.bytes],
        None => return Err(format!("`{init}` where `=INIT` or `>FILE` is expected")),
    };
    Ok(Argument::Buffer(BufferArgument { ty, count, uninitialized, bytes, output }))
}

/// The bits of an element of at most eight bytes.
fn bits_of(element: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    let len = element.len().min(8);
    bytes[..len].copy_from_slice(&element[..len]);
    u64::from_le_bytes(bytes)
}

impl ElementType {
    /// The format, if the elements are floating-point numbers.
    pub fn float_format(self) -> Option<FloatFormat> {
        match self.kind {
            Kind::Float(format) => Some(format),
            Kind::Bool | Kind::Int { .. } => None,
        }
    }

    /// The value of an element, if it is a floating-point number.
    pub fn float_value(self, element: &[u8]) -> Option<f64> {
        match self.kind {
            Kind::Bool | Kind::Int { .. } => None,
            Kind::Float(FloatFormat::F64) => Some(f64::from_bits(bits_of(element))),
            Kind::Float(format) => Some(float::to_f64(format, bits_of(element))),
        }
    }

    /// An element in decimal.
    pub fn show(self, element: &[u8]) -> String {
        let bits = bits_of(element);
        match self.kind {
            Kind::Bool => (bits != 0).to_string(),
            Kind::Int { signed: false } => bits.to_string(),
            Kind::Int { signed: true } => {
                let above = 64 - 8 * self.bytes;
                ((bits << above).cast_signed() >> above).to_string()
            }
            Kind::Float(FloatFormat::F64) => f64::from_bits(bits).to_string(),
            Kind::Float(format) => (float::to_f64(format, bits) as f32).to_string(),
        }
    }

    fn mask(self) -> u64 {
        u64::MAX >> (64 - 8 * self.bytes)
    }

    /// The bits of a value as written.
    fn parse(self, text: &str) -> Result<u64, String> {
        let text = text.trim();
        let bad = || format!("`{text}` is not a value of type {}", self.name);
        match self.kind {
            Kind::Bool => match text {
                "true" | "1" => Ok(1),
                "false" | "0" => Ok(0),
                _ => Err(bad()),
            },
            Kind::Int { signed } => {
                let value = parse_int(text).ok_or_else(bad)?;
                let [least, greatest] = self.range(signed);
                if !(least..=greatest).contains(&value) {
                    let name = self.name;
                    return Err(format!("{value} does not fit {name}: {least} to {greatest}"));
                }
                Ok(value as u64 & self.mask())
            }
            Kind::Float(format) => {
                parse_float(text).map(|value| float_bits(format, value)).ok_or_else(bad)
            }
        }
    }

    /// The least and the greatest integer of the type.
    fn range(self, signed: bool) -> [i128; 2] {
        let greatest = i128::from(self.mask());
        if signed { [-(greatest / 2) - 1, greatest / 2] } else { [0, greatest] }
    }

    fn of_f64(self, value: f64) -> u64 {
        match self.kind {
            Kind::Bool => u64::from(value != 0.0),
            Kind::Int { .. } => value as i64 as u64 & self.mask(),
            Kind::Float(format) => float_bits(format, value),
        }
    }

    fn of_index(self, index: u64, step: f64, start: f64, int_step: i64, int_start: i64) -> u64 {
        match self.kind {
            Kind::Bool | Kind::Int { .. } => {
                let value = (index as i64).wrapping_mul(int_step).wrapping_add(int_start);
                if self.kind == Kind::Bool {
                    u64::from(value != 0)
                } else {
                    value as u64 & self.mask()
                }
            }
            Kind::Float(_) => self.of_f64(index as f64 * step + start),
        }
    }

    fn initialize(self, init: &str, count: usize, read: ReadFile<'_>) -> Result<Vec<u8>, String> {
        let bad = || {
            format!(
                "`{init}` is none of zeros, full(V), iota[*S][+B], random(SEED), [V, ..], bits:[B, ..], @FILE"
            )
        };
        let inside = |name: &str| init.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')');
        if init == "zeros" {
            return Ok(vec![0; count * self.bytes]);
        }
        if let Some(path) = init.strip_prefix('@') {
            return self.read_file(path, count, read);
        }
        let (list, is_bits) = match init.strip_prefix("bits:") {
            Some(list) => (list, true),
            None => (init, false),
        };
        if let Some(list) = list.strip_prefix('[').and_then(|list| list.strip_suffix(']')) {
            return self.read_list(list, count, is_bits);
        }
        if let Some(value) = inside("full") {
            let bits = self.parse(value)?;
            return Ok(self.fill(count, |_| bits));
        }
        if let Some(seed) = inside("random") {
            let mut state = parse_int(seed).ok_or_else(bad)? as u64;
            return Ok(self.fill(count, |_| self.random(splitmix64(&mut state))));
        }
        let rest = init.strip_prefix("iota").ok_or_else(bad)?;
        let (step, start) = match rest.split_once('+') {
            Some((step, start)) => (step, start),
            None => (rest, "0"),
        };
        let step = match step.strip_prefix('*') {
            Some(step) => step,
            None if step.is_empty() => "1",
            None => return Err(bad()),
        };
        let (float_step, float_start) =
            (parse_float(step).ok_or_else(bad)?, parse_float(start).ok_or_else(bad)?);
        let int_step = parse_int(step).unwrap_or(float_step as i128) as i64;
        let int_start = parse_int(start).unwrap_or(float_start as i128) as i64;
        Ok(self.fill(count, |i| self.of_index(i, float_step, float_start, int_step, int_start)))
    }

    /// The elements of a list, as values or as their bits.
    fn read_list(self, list: &str, count: usize, is_bits: bool) -> Result<Vec<u8>, String> {
        let items = list.split(',').map(str::trim).filter(|item| !item.is_empty());
        let element = |item: &str| match is_bits {
            true => parse_int(item)
                .map(|bits| bits as u64 & self.mask())
                .ok_or_else(|| format!("`{item}` is not a number of bits")),
            false => self.parse(item),
        };
        let bits = items.map(element).collect::<Result<Vec<u64>, String>>()?;
        if bits.len() != count {
            return Err(format!("{} values for {count} elements", bits.len()));
        }
        Ok(self.fill(count, |index| bits[index as usize]))
    }

    fn fill(self, count: usize, mut bits: impl FnMut(u64) -> u64) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(count * self.bytes);
        for index in 0..count as u64 {
            bytes.extend_from_slice(&bits(index).to_le_bytes()[..self.bytes]);
        }
        bytes
    }

    /// One element from 64 random bits: small integers, floats in [-2, 2).
    fn random(self, z: u64) -> u64 {
        match self.kind {
            Kind::Bool => z >> 63,
            Kind::Int { signed: true } => (((z >> 33) % 201) as i64 - 100) as u64 & self.mask(),
            Kind::Int { signed: false } => ((z >> 33) % 201) & self.mask(),
            Kind::Float(FloatFormat::F64) => self.of_f64((z >> 11) as f64 * f64::exp2(-51.0) - 2.0),
            Kind::Float(_) => self.of_f64((z >> 40) as f64 * f64::exp2(-22.0) - 2.0),
        }
    }

    fn read_file(self, path: &str, count: usize, read: ReadFile<'_>) -> Result<Vec<u8>, String> {
        // A file that is far too long is not read to its end.
        let limit = (count * self.bytes) as u64 + HEADER_BYTES;
        let bytes = read(path, limit)?;
        if bytes.len() as u64 == limit {
            return Err(format!("{path} has more than {} bytes of data", count * self.bytes));
        }
        let bytes = if path.ends_with(".npy") { self.read_npy(&bytes)? } else { bytes };
        if bytes.len() != count * self.bytes {
            let found = bytes.len();
            return Err(format!("{path} has {found} bytes of data, not {}", count * self.bytes));
        }
        Ok(bytes)
    }

    /// The data of a NumPy file in C order, format versions 1 to 3.
    fn read_npy(self, file: &[u8]) -> Result<Vec<u8>, String> {
        let bad = || "not a NumPy file".to_string();
        let rest = file.strip_prefix(b"\x93NUMPY").ok_or_else(bad)?;
        let (size, data) = match rest {
            [1, _, a, b, data @ ..] => (usize::from(u16::from_le_bytes([*a, *b])), data),
            [2 | 3, _, a, b, c, d, data @ ..] => {
                (u32::from_le_bytes([*a, *b, *c, *d]) as usize, data)
            }
            _ => return Err(bad()),
        };
        let header = String::from_utf8_lossy(data.get(..size).ok_or_else(bad)?).into_owned();
        if let Some(wanted) = self.npy
            && !header.contains(&format!("'{wanted}'"))
        {
            return Err(format!("the NumPy file does not hold {} ({wanted}): {header}", self.name));
        }
        if header.contains("'fortran_order': True") {
            return Err("the NumPy file is in Fortran order".to_string());
        }
        Ok(data[size..].to_vec())
    }

    /// A NumPy file of one dimension; bytes for the types that NumPy lacks.
    fn to_npy(self, bytes: &[u8]) -> Vec<u8> {
        let (descr, count) = match self.npy {
            Some(descr) => (descr.to_string(), bytes.len() / self.bytes),
            None => (format!("|V{}", self.bytes), bytes.len() / self.bytes),
        };
        let mut header =
            format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({count},), }}");
        // Magic, version, size and header together are a multiple of 64, with a final newline.
        let padding = 63 - (10 + header.len()) % 64;
        header.push_str(&" ".repeat(padding));
        header.push('\n');
        let mut file = b"\x93NUMPY\x01\x00".to_vec();
        file.extend_from_slice(&(header.len() as u16).to_le_bytes());
        file.extend_from_slice(header.as_bytes());
        file.extend_from_slice(bytes);
        file
    }
}

impl BufferArgument {
    /// What goes into the output file.
    pub fn file_contents(&self, path: &str, bytes: &[u8]) -> Vec<u8> {
        if path.ends_with(".npy") {
            self.ty.to_npy(bytes)
        } else if path == "-" || path.ends_with(".txt") {
            self.text(bytes).into_bytes()
        } else {
            bytes.to_vec()
        }
    }

    /// The elements in decimal, sixteen a line, each as short as tells it from its neighbours.
    fn text(&self, bytes: &[u8]) -> String {
        let elements: Vec<String> =
            bytes.chunks(self.ty.bytes).map(|element| self.ty.show(element)).collect();
        elements.chunks(16).map(|line| line.join(" ") + "\n").collect()
    }
}

/// One rounding, to nearest even; e4m3 has no infinity and overflows to NaN.
fn float_bits(format: FloatFormat, value: f64) -> u64 {
    float::from_f64(format, value)
}

fn splitmix64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

fn parse_int(text: &str) -> Option<i128> {
    let (negative, digits) = match text.trim().strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.trim().trim_start_matches('+')),
    };
    let value = match digits.strip_prefix("0x") {
        Some(hex) => i128::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(if negative { -value } else { value })
}

fn parse_float(text: &str) -> Option<f64> {
    let (negative, magnitude) = match text.trim().strip_prefix('-') {
        Some(magnitude) => (true, magnitude),
        None => (false, text.trim().trim_start_matches('+')),
    };
    let value = match magnitude {
        "inf" => f64::INFINITY,
        "nan" => f64::NAN,
        "true" => 1.0,
        "false" => 0.0,
        _ => match magnitude.strip_prefix("0x") {
            Some(hex) => parse_hex_float(hex)?,
            None => magnitude.parse().ok()?,
        },
    };
    Some(if negative { -value } else { value })
}

/// `1.8p3` after the `0x`; exact where a double can be.
fn parse_hex_float(text: &str) -> Option<f64> {
    let (mantissa, exponent) = match text.split_once(['p', 'P']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let value = u64::from_str_radix(&digits, 16).ok()?;
    let scale = exponent.checked_sub(4 * i32::try_from(fraction.len()).ok()?)?;
    // Two steps, so that a subnormal result is rounded once.
    let half = scale / 2;
    Some(value as f64 * f64::exp2(half.into()) * f64::exp2((scale - half).into()))
}

#[cfg(test)]
mod tests {
    use super::{Argument, parse};

    fn bytes(spec: &str) -> Vec<u8> {
        match parse(spec, &|_, _| Err("no files".into())) {
            Ok(Argument::Buffer(buffer)) => buffer.bytes,
            other => panic!("{spec}: {other:?}"),
        }
    }

    #[test]
    fn outputs_as_text() {
        let text = |spec| match parse(spec, &|_, _| Err("no files".into())) {
            Ok(Argument::Buffer(buffer)) => {
                String::from_utf8(buffer.file_contents("-", &buffer.bytes)).expect("text")
            }
            other => panic!("{spec}: {other:?}"),
        };
        assert_eq!(text("i16[3]=[-1,2,3]>-"), "-1 2 3\n");
        assert_eq!(text("u8[2]=[255,0]>-"), "255 0\n");
        assert_eq!(text("f16[3]=[0.1,-inf,2]>-"), "0.099975586 -inf 2\n");
        assert_eq!(text("f64[1]=[0.1]>-"), "0.1\n");
        assert_eq!(text("i32[17]=iota>-").lines().count(), 2);
    }

    #[test]
    fn scalars_are_bits() {
        let bits = |spec| match parse(spec, &|_, _| Err(String::new())) {
            Ok(Argument::Scalar { bits, .. }) => bits,
            other => panic!("{spec}: {other:?}"),
        };
        assert_eq!(bits("i32=-1"), 0xFFFF_FFFF);
        assert_eq!(bits("u64=18446744073709551615"), u64::MAX);
        assert_eq!(bits("i8=-128"), 0x80);
        assert_eq!(bits("f32=1.5"), 0x3FC0_0000);
        assert_eq!(bits("f16=-inf"), 0xFC00);
        assert_eq!(bits("f32=0x1.8p0"), 0x3FC0_0000);
        assert_eq!(bits("e4m3=inf"), 0x7F);
    }

    #[test]
    fn buffers_follow_the_formulas() {
        assert_eq!(bytes("i16[3]=iota*3+-4"), [0xFC, 0xFF, 0xFF, 0xFF, 2, 0]);
        assert_eq!(bytes("u8[2]=full(7)"), [7, 7]);
        assert_eq!(bytes("out:u8[2]"), [0xCD, 0xCD]);
        assert_eq!(bytes("f16[2]=[1, -inf]"), [0, 0x3C, 0, 0xFC]);
        assert_eq!(bytes("f16[1]=bits:[0x7E01]"), [1, 0x7E]);
        // The first draw of splitmix64 with seed 0 is 0xE220A8397B1DCDAF.
        let first = 0xE220_A839_7B1D_CDAF_u64;
        assert_eq!(bytes("u8[1]=random(0)"), [((first >> 33) % 201) as u8]);
    }

    #[test]
    fn mistakes_are_told() {
        for (spec, text) in [
            ("x32=1", "no type `x32`"),
            ("f32", "needs `=VALUE`"),
            ("f32[4", "without `]`"),
            ("f32[4]=iotas", "is none of"),
            ("i32=99999999999", "99999999999 does not fit i32: -2147483648 to 2147483647"),
            ("u32=-1", "-1 does not fit u32: 0 to 4294967295"),
            ("u8[2]=[1, 300]", "300 does not fit u8: 0 to 255"),
            ("i16[2]=full(70000)", "70000 does not fit i16: -32768 to 32767"),
            ("i64=9223372036854775808", "does not fit i64"),
            ("f32[99999999999999]=zeros", "64 GiB"),
        ] {
            let error = parse(spec, &|_, _| Err(String::new())).unwrap_err();
            assert!(error.contains(text), "{spec}: {error}");
        }
    }

    #[test]
    fn files_are_read_no_further_than_their_buffers_go() {
        let read = |_: &str, limit: u64| {
            assert!(limit < 1 << 20, "{limit}");
            Ok(vec![0; limit as usize])
        };
        let error = parse("i32[1]=@big.bin", &read).unwrap_err();
        assert!(error.ends_with("big.bin has more than 4 bytes of data"), "{error}");
    }

    #[test]
    fn numpy_files_round_trip() {
        let Ok(Argument::Buffer(buffer)) = parse("f32[3]=iota", &|_, _| Err(String::new())) else {
            panic!("no buffer");
        };
        let file = buffer.file_contents("x.npy", &buffer.bytes);
        let read = move |_: &str, _: u64| Ok(file.clone());
        let Ok(Argument::Buffer(again)) = parse("f32[3]=@x.npy", &read) else { panic!("unread") };
        assert_eq!(again.bytes, buffer.bytes);
    }
}
