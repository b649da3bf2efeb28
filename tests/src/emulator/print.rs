//! `vprintf`, the format of C with arguments laid out as a C struct, and `__assertfail`.

use super::machine::{Cx, lanes};
use super::report::FindingKind;
use super::types::Space;

impl Cx<'_, '_> {
    pub fn print(&mut self) {
        for lane in lanes(self.active) {
            let [format, arguments] = [0, 1].map(|index| self.parameter(index, 8, lane));
            let format = self.text_at(format, lane);
            let text = self.format(&format, arguments, lane);
            self.run.output.push_str(&text);
        }
    }

    /// `__assertfail`: tells what failed and ends the launch.
    pub fn assert_fail(&mut self) {
        for lane in lanes(self.active) {
            let [text, file, function] = [0, 1, 3]
                .map(|index| self.parameter(index, 8, lane))
                .map(|at| self.text_at(at, lane));
            let line = self.parameter(2, 4, lane);
            let detail = format!("{file}:{line}: {function}: {text}");
            self.finding(FindingKind::Trap, lane, || detail);
        }
        self.run.stopped = true;
    }

    /// A parameter of the call.
    fn parameter(&mut self, index: usize, size: u64, lane: usize) -> u64 {
        let address = self.addresses(self.inst.mem[index])[lane];
        let Some(at) = self.locate(Space::Local, address, size, lane) else { return 0 };
        self.check_written(at, size, lane);
        self.region(at.area, lane).read(at.offset, size)
    }

    fn byte_at(&mut self, address: u64, lane: usize) -> Option<u8> {
        let at = self.locate(Space::Generic, address, 1, lane)?;
        self.check_written(at, 1, lane);
        Some(self.region(at.area, lane).read(at.offset, 1) as u8)
    }

    fn text_at(&mut self, mut address: u64, lane: usize) -> String {
        let mut bytes = Vec::new();
        while let Some(byte) = self.byte_at(address, lane)
            && byte != 0
        {
            bytes.push(byte);
            address += 1;
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn format(&mut self, format: &str, arguments: u64, lane: usize) -> String {
        let mut out = String::new();
        let mut at = arguments;
        let mut rest = format;
        while let Some(start) = rest.find('%') {
            out.push_str(&rest[..start]);
            rest = &rest[start + 1..];
            let length = rest.find(|c: char| c.is_ascii_alphabetic() && !"hljztL".contains(c));
            if let Some(after) = rest.strip_prefix('%') {
                out.push('%');
                rest = after;
                continue;
            }
            let Some(length) = length else {
                self.finding(FindingKind::UndefinedResult, lane, || "an open conversion".into());
                break;
            };
            let (spec, conversion) = (&rest[..length], rest.as_bytes()[length]);
            let spec_is_long = spec.contains('l') || spec.contains('z') || spec.contains('j');
            rest = &rest[length + 1..];
            let is_float = b"fFeEgGaA".contains(&conversion);
            let size = if is_float || spec_is_long || b"sp".contains(&conversion) { 8 } else { 4 };
            at = at.next_multiple_of(size);
            let bits = match self.locate(Space::Generic, at, size, lane) {
                Some(place) => {
                    self.check_written(place, size, lane);
                    self.region(place.area, lane).read(place.offset, size)
                }
                None => 0,
            };
            at += size;
            let text = match conversion {
                b's' => self.text_at(bits, lane),
                _ => number(spec, conversion, bits, size),
            };
            out.push_str(&padded(spec, conversion, text));
        }
        out.push_str(rest);
        out
    }
}

fn precision(spec: &str) -> Option<usize> {
    let (_, digits) = spec.split_once('.')?;
    Some(digits.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse().unwrap_or(0))
}

fn number(spec: &str, conversion: u8, bits: u64, size: u64) -> String {
    let plus = |negative: bool| {
        let flags = spec.split(|c: char| ('1'..='9').contains(&c)).next().unwrap_or("");
        match negative {
            true => "-",
            false if flags.contains('+') => "+",
            false if flags.contains(' ') => " ",
            false => "",
        }
    };
    let prefix = |text| if spec.contains('#') && bits != 0 { text } else { "" };
    match conversion {
        b'd' | b'i' => {
            let value = if size == 8 { bits as i64 } else { i64::from(bits as u32 as i32) };
            format!("{}{}", plus(value < 0), value.unsigned_abs())
        }
        b'u' => format!("{bits}"),
        b'x' => format!("{}{bits:x}", prefix("0x")),
        b'X' => format!("{}{bits:X}", prefix("0X")),
        b'o' => format!("{}{bits:o}", prefix("0")),
        b'p' => format!("{bits:#x}"),
        b'c' => char::from(bits as u8).to_string(),
        _ => {
            let value = f64::from_bits(bits);
            let digits = precision(spec).unwrap_or(6);
            let text = match conversion | 0x20 {
                _ if !value.is_finite() => if value.is_nan() { "nan" } else { "inf" }.to_owned(),
                b'e' => exponential(value.abs(), digits),
                b'g' => general(value.abs(), digits.max(1)),
                _ => format!("{:.digits$}", value.abs()),
            };
            format!("{}{text}", plus(value.is_sign_negative() && !value.is_nan()))
        }
    }
}

/// `1.5e+03`: C writes at least two digits of exponent, with a sign.
fn exponential(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.abs())
}

/// The shorter of the two, without trailing zeros.
fn general(value: f64, digits: usize) -> String {
    let scientific = exponential(value, digits - 1);
    let exponent: i32 =
        scientific.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    let trimmed = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if value != 0.0 && (exponent < -4 || exponent >= digits as i32) {
        let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "+00"));
        return format!("{}e{exponent}", trimmed(mantissa));
    }
    let after_point = (digits as i32 - 1 - exponent).max(0) as usize;
    trimmed(&format!("{value:.after_point$}"))
}

/// A conversion in its field width.
fn padded(spec: &str, conversion: u8, text: String) -> String {
    let field = spec.split('.').next().unwrap_or("");
    let flags: String = field.chars().take_while(|c| "-+ #0".contains(*c)).collect();
    let width: usize = field[flags.len()..]
        .trim_end_matches(|c: char| c.is_ascii_alphabetic())
        .parse()
        .unwrap_or(0);
    if flags.contains('-') {
        return format!("{text:<width$}");
    }
    let digits = text.trim_start_matches(['-', '+', ' ']);
    if flags.contains('0') && !b"sc".contains(&conversion) && text.len() < width {
        let sign = &text[..text.len() - digits.len()];
        let zeros = "0".repeat(width - text.len());
        return format!("{sign}{zeros}{digits}");
    }
    format!("{text:>width$}")
}
