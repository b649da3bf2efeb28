//! Whole numbers that depend on the parameters: `cdiv(4096, BM) * cdiv(n, 128)`, `BM * BN <= 32768`.
//!
//! ```text
//! FORMULA = C's operators || && == != < <= > >= + - * / % ! and unary -, with C's precedence,
//!           parentheses, numbers, the names of parameters, cdiv(a, b), min(a, b), max(a, b)
//! ```
//!
//! A comparison is 1 or 0. Overflow of 64 bits or division by zero is an error, and so is
//! everything
//! that is nested deeper than [`MAX_DEPTH`].

/// Parentheses and signs inside of each other.
const MAX_DEPTH: usize = 64;

/// The binary operators, the loosest first; those of a row group to the left.
const PRECEDENCE: &[&[&str]] =
    &[&["||"], &["&&"], &["==", "!="], &["<=", ">=", "<", ">"], &["+", "-"], &["*", "/", "%"]];

/// What a name stands for, if it is a parameter.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The value of a formula.
///
/// # Errors
/// What is wrong with it, in words.
pub fn evaluate(text: &str, lookup: Lookup<'_>) -> Result<i64, String> {
    let mut reader = Reader { rest: text.trim_start(), lookup, depth: 0 };
    let value = reader.binary(0).and_then(|value| match reader.rest {
        "" => Ok(value),
        rest => Err(format!("`{rest}` is left over")),
    });
    value.map_err(|what| format!("`{}`: {what}", text.trim()))
}

struct Reader<'a> {
    rest: &'a str,
    lookup: Lookup<'a>,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn eat(&mut self, token: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(token) else { return false };
        self.rest = rest.trim_start();
        true
    }

    fn binary(&mut self, level: usize) -> Result<i64, String> {
        let Some(operators) = PRECEDENCE.get(level) else { return self.unary() };
        let mut value = self.binary(level + 1)?;
        while let Some(operator) = operators.iter().find(|operator| self.eat(operator)) {
            let right = self.binary(level + 1)?;
            value = apply(operator, value, right)?;
        }
        Ok(value)
    }

    fn unary(&mut self) -> Result<i64, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("it is nested too deeply".into());
        }
        let value = if self.eat("-") {
            self.unary()?.checked_neg().ok_or_else(too_large)
        } else if self.eat("!") {
            Ok(i64::from(self.unary()? == 0))
        } else if self.eat("(") {
            let value = self.binary(0)?;
            self.expect(")").map(|()| value)
        } else {
            self.operand()
        };
        self.depth -= 1;
        value
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        match self.eat(token) {
            true => Ok(()),
            false if self.rest.is_empty() => Err(format!("`{token}` is missing at the end")),
            false => Err(format!("expected `{token}`, found `{}`", self.rest)),
        }
    }

    /// A number, a name or a call.
    fn operand(&mut self) -> Result<i64, String> {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        if word.is_empty() {
            return Err(match self.rest {
                "" => "a number is missing at the end".into(),
                rest => format!("expected a number, found `{rest}`"),
            });
        }
        self.rest = rest.trim_start();
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return word.parse().map_err(|_| format!("`{word}` is not a number"));
        }
        if self.eat("(") {
            let left = self.binary(0)?;
            self.expect(",")?;
            let right = self.binary(0)?;
            self.expect(")")?;
            return apply(word, left, right);
        }
        let value = (self.lookup)(word).ok_or_else(|| format!("`{word}` is not a parameter"))?;
        value.parse().map_err(|_| format!("{word} = `{value}` is not a number"))
    }
}

fn too_large() -> String {
    "a number does not fit in 64 bits".into()
}

fn apply(operator: &str, a: i64, b: i64) -> Result<i64, String> {
    let divides = matches!(operator, "/" | "%" | "cdiv");
    if divides && b == 0 {
        return Err("a division by zero".into());
    }
    let value = match operator {
        "||" => Some(i64::from(a != 0 || b != 0)),
        "&&" => Some(i64::from(a != 0 && b != 0)),
        "==" => Some(i64::from(a == b)),
        "!=" => Some(i64::from(a != b)),
        "<" => Some(i64::from(a < b)),
        "<=" => Some(i64::from(a <= b)),
        ">" => Some(i64::from(a > b)),
        ">=" => Some(i64::from(a >= b)),
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        "/" => a.checked_div(b),
        "%" => a.checked_rem(b),
        "min" => Some(a.min(b)),
        "max" => Some(a.max(b)),
        // Rounded up, whatever the signs are.
        "cdiv" => a.checked_div_euclid(b).and_then(|quotient| {
            let is_whole = a.checked_rem_euclid(b)? == 0;
            if is_whole { Some(quotient) } else { quotient.checked_add(b.signum().max(0)) }
        }),
        name => return Err(format!("there is no function `{name}`; there are cdiv, min, max")),
    };
    value.ok_or_else(too_large)
}

#[cfg(test)]
mod tests {
    use super::evaluate;

    fn value(text: &str) -> Result<i64, String> {
        evaluate(text, &|name| match name {
            "BM" => Some("64".into()),
            "T" => Some("__half".into()),
            _ => None,
        })
    }

    #[test]
    fn formulas_are_those_of_c() {
        for (text, expected) in [
            ("2 + 3 * 4", 14),
            ("(2 + 3) * -4", -20),
            ("7 / 2 - 7 % 4", 0),
            ("10 - 4 - 3", 3),
            ("cdiv(65, BM)", 2),
            ("cdiv(64, BM)", 1),
            ("min(BM, 3) + max(1, 2)", 5),
            ("BM * 2 <= 128 && !(BM == 32)", 1),
            ("1 < 2 || 1 / 0", 1),
            ("BM != 64", 0),
        ] {
            if text.contains("/ 0") {
                // Both sides are worked out.
                assert!(value(text).is_err());
            } else {
                assert_eq!(value(text), Ok(expected), "{text}");
            }
        }
    }

    #[test]
    fn mistakes_are_told() {
        for (text, expected) in [
            ("", "a number is missing"),
            ("2 +", "a number is missing"),
            ("(2", "`)` is missing"),
            ("2 3", "`3` is left over"),
            ("BN", "`BN` is not a parameter"),
            ("T * 2", "T = `__half` is not a number"),
            ("1 / 0", "a division by zero"),
            ("9223372036854775807 + 1", "64 bits"),
            ("99999999999999999999", "is not a number"),
            ("log(1, 2)", "no function `log`"),
            ("2 é", "`é` is left over"),
        ] {
            let error = value(text).expect_err(text);
            assert!(error.contains(expected), "{text}: {error}");
        }
        assert!(value(&"(".repeat(100_000)).is_err());
        assert!(value(&"-".repeat(100_000)).is_err());
    }
}
