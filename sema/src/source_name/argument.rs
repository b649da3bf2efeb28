//! Template arguments in symbols, and the constants in them ("5.1.6 Template arguments",
//! "5.1.6.1 Expressions" as far as values are written with them).

use super::ty::Type;
use super::{Arguments, Reader};

impl Reader<'_> {
    /// *template-args*, those of packs among them.
    pub(super) fn arguments(&mut self) -> Option<Arguments> {
        self.nested(|reader| {
            if !reader.eat("I") {
                return None;
            }
            let mut found = Arguments::default();
            while !reader.eat("E") {
                let (is_pack, start) = (reader.peek() == Some('J'), found.list.len());
                reader.argument(&mut found.list)?;
                if is_pack {
                    found.packs.push(start..found.list.len());
                }
            }
            Some(found)
        })
    }

    /// A *template-arg*; a pack is its elements.
    fn argument(&mut self, list: &mut Vec<String>) -> Option<()> {
        match self.peek()? {
            'J' => {
                self.bump();
                self.nested(|reader| {
                    while !reader.eat("E") {
                        reader.argument(list)?;
                    }
                    Some(())
                })?;
            }
            'L' => list.push(self.literal()?),
            'X' => {
                self.bump();
                let value = self.value()?;
                if !self.eat("E") {
                    return None;
                }
                // What follows its class is in braces or parentheses.
                list.push(value);
            }
            _ => list.push(self.ty()?.text("")),
        }
        Some(())
    }

    /// The value of a constant: an expression.
    fn value(&mut self) -> Option<String> {
        self.nested(|reader| {
            if reader.rest.starts_with('L') {
                return reader.literal();
            }
            if reader.eat("ad") {
                if reader.eat("L_Z") {
                    let (name, is_function) = reader.entity()?;
                    return Some(match is_function {
                        true => format!("&{name}"),
                        false => format!("{}(&{name})", super::ADDRESS),
                    });
                }
                return Some(format!("&{}", reader.value()?));
            }
            // Parts of an object whose address or name is the argument.
            if reader.eat("dt") {
                let object = reader.value()?;
                return Some(format!("{object}.{}", reader.identifier()?));
            }
            if reader.eat("ix") {
                let object = reader.value()?;
                return Some(format!("{object}[{}]", reader.value()?));
            }
            if reader.eat("tl") {
                let ty = reader.ty()?.text("");
                if ty.ends_with(super::UNNAMED) {
                    return reader.unnamed();
                }
                // A union with its active member.
                if reader.rest.starts_with("di") {
                    return Some(format!("{ty}{}", reader.braced()?));
                }
                let mut text = format!("{}({ty}", super::MEMBERS);
                while !reader.eat("E") {
                    text = text + ", " + &reader.value()?;
                }
                return Some(text + ")");
            }
            if reader.eat("il") {
                return reader.braced();
            }
            if reader.eat("cv") {
                let ty = reader.ty()?.text("");
                return Some(format!("(({ty})({}))", reader.value()?));
            }
            // The member of a union that is active.
            if reader.eat("di") {
                let member = reader.identifier()?;
                return Some(format!(".{member} = {}", reader.value()?));
            }
            None
        })
    }

    /// The value of a member whose class has no name: the member says which.
    fn unnamed(&mut self) -> Option<String> {
        let mut text = format!("{}(void", super::MEMBERS);
        if self.eat("di") {
            text = format!("{text}, \"{}\"", self.identifier()?);
        }
        while !self.eat("E") {
            text = text + ", " + &self.value()?;
        }
        Some(text + ")")
    }

    fn braced(&mut self) -> Option<String> {
        let mut list = Vec::new();
        while !self.eat("E") {
            list.push(self.value()?);
        }
        Some(format!("{{{}}}", list.join(", ")))
    }

    /// An *expr-primary*: a literal of a type, or the name of an entity.
    fn literal(&mut self) -> Option<String> {
        if !self.eat("L") {
            return None;
        }
        if self.eat("_Z") {
            return Some(self.entity()?.0);
        }
        let ty = self.ty()?;
        let end = self.rest.find('E')?;
        let (digits, rest) = self.rest.split_at(end);
        self.rest = &rest[1..];
        written(&ty, digits)
    }

    /// The name of an entity, up to the `E` behind it, and whether it is a function.
    fn entity(&mut self) -> Option<(String, bool)> {
        let name = self.name()?;
        // The type of a function follows, and says no more than overload resolution finds.
        let mut params = 0;
        while !self.eat("E") {
            self.ty()?;
            params += 1;
            if params > super::MAX_DEPTH {
                return None;
            }
        }
        Some((name.whole(), params > 0))
    }
}

/// A constant of a type, given what its symbol says of the value.
fn written(ty: &Type, digits: &str) -> Option<String> {
    let Type::Named(name) = ty else {
        // A null pointer, or a null pointer to member.
        return (digits == "0" || digits.is_empty()).then(|| format!("(({})nullptr)", ty.text("")));
    };
    let bits =
        |length| (digits.len() == length).then(|| u64::from_str_radix(digits, 16).ok()).flatten();
    match name.as_str() {
        "decltype(nullptr)" => return Some("nullptr".into()),
        "bool" => return Some(if digits == "0" { "false" } else { "true" }.into()),
        "float" => {
            let bits = bits(8)? as u32;
            let value = f32::from_bits(bits);
            return Some(match value.is_finite() {
                true => hexadecimal(f64::from(value), "f"),
                false => format!("__builtin_bit_cast(float, {bits}u)"),
            });
        }
        "double" => {
            let bits = bits(16)?;
            let value = f64::from_bits(bits);
            return Some(match value.is_finite() {
                true => hexadecimal(value, ""),
                false => format!("__builtin_bit_cast(double, {bits}ul)"),
            });
        }
        _ => {}
    }
    let (is_negative, digits) = match digits.strip_prefix('n') {
        Some(digits) => (true, digits),
        None => (false, digits),
    };
    let magnitude: u128 = digits.parse().ok()?;
    let suffix = match name.as_str() {
        "int" => Some(""),
        "unsigned int" => Some("u"),
        "long" => Some("l"),
        "unsigned long" => Some("ul"),
        "long long" => Some("ll"),
        "unsigned long long" => Some("ull"),
        _ => None,
    };
    let number = |suffix: &str| match is_negative {
        // The least number of a type is not a literal of it.
        true => match magnitude.checked_sub(1) {
            Some(less) => format!("(-{less}{suffix} - 1)"),
            None => "0".into(),
        },
        false => format!("{magnitude}{suffix}"),
    };
    Some(match suffix {
        Some(suffix) => number(suffix),
        // Enumerations, and types that have no literals.
        None => {
            let suffix = if magnitude > i64::MAX as u128 && !is_negative { "ull" } else { "ll" };
            format!(
                "static_cast<{}{name}>({})",
                if name.starts_with(':') { " " } else { "" },
                number(suffix)
            )
        }
    })
}

/// A finite floating-point constant, exactly.
fn hexadecimal(value: f64, suffix: &str) -> String {
    let bits = value.to_bits();
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let (fraction, exponent) = (bits & ((1 << 52) - 1), (bits >> 52) & 0x7ff);
    let (lead, exponent) = match exponent {
        0 if fraction == 0 => (0, 0),
        0 => (0, -1022),
        _ => (1, exponent as i64 - 1023),
    };
    format!("{sign}0x{lead}.{fraction:013x}p{exponent}{suffix}")
}
