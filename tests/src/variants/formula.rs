//! Formulas of the headers of variants: sizes of a launch, and what a kernel computes.
//!
//! ```text
//! FORMULA = SUM [("<" | "<=" | ">" | ">=" | "==" | "!=") SUM]
//! SUM     = TERM {("+" | "-") TERM}
//! TERM    = FACTOR {("*" | "/" | "%") FACTOR}
//! FACTOR  = "-" FACTOR | NUMBER | NAME | "(" FORMULA ")"
//!         | NAME "[" FORMULA {"," FORMULA} "]"                   an element of an array
//!         | ("sum" | "most") "(" NAME "," FORMULA "," FORMULA ")"  over a name from 0 to below the first formula
//!         | NAME "(" FORMULA {"," FORMULA} ")"                   a function of [`FUNCTIONS`], or `where`
//! ```
//!
//! In: a text and the numbers and arrays that it names. Out: a [`Formula`] whose value is an `f64`.
//! *Invariant:* a formula computes with `f64` alone, so that it has nothing in common with the interpreter of tile IR.

use std::collections::BTreeMap;

/// A function of numbers, with its name and how many it takes.
type FunctionRow = (&'static str, usize, fn(&[f64]) -> f64);

const FUNCTIONS: &[FunctionRow] = &[
    ("abs", 1, |x| x[0].abs()),
    ("cdiv", 2, |x| (x[0] / x[1]).ceil()),
    ("cos", 1, |x| x[0].cos()),
    ("div", 2, |x| (x[0] / x[1]).floor()),
    ("exp", 1, |x| x[0].exp()),
    ("log", 1, |x| x[0].ln()),
    ("max", 2, |x| x[0].max(x[1])),
    ("min", 2, |x| x[0].min(x[1])),
    ("round", 1, |x| x[0].round_ties_even()),
    ("sin", 1, |x| x[0].sin()),
    ("sqrt", 1, |x| x[0].sqrt()),
    ("tanh", 1, |x| x[0].tanh()),
];

const COMPARISONS: &[FunctionRow] = &[
    ("<=", 2, |x| f64::from(x[0] <= x[1])),
    (">=", 2, |x| f64::from(x[0] >= x[1])),
    ("==", 2, |x| f64::from(x[0] == x[1])),
    ("!=", 2, |x| f64::from(x[0] != x[1])),
    ("<", 2, |x| f64::from(x[0] < x[1])),
    (">", 2, |x| f64::from(x[0] > x[1])),
];

const SUMS: &[FunctionRow] = &[("+", 2, |x| x[0] + x[1]), ("-", 2, |x| x[0] - x[1])];

const TERMS: &[FunctionRow] =
    &[("*", 2, |x| x[0] * x[1]), ("/", 2, |x| x[0] / x[1]), ("%", 2, |x| x[0].rem_euclid(x[1]))];

/// The binary operators, the loosest first.
const PRECEDENCE: &[&[FunctionRow]] = &[COMPARISONS, SUMS, TERMS];

/// Numbers in row-major order.
#[derive(Clone, Debug, Default)]
pub struct NumberArray {
    pub extents: Vec<usize>,
    pub values: Vec<f64>,
}

impl NumberArray {
    /// The element at a place in the row-major order; 0 outside.
    fn element(&self, at: f64) -> f64 {
        let is_inside = at >= 0.0 && at < self.values.len() as f64;
        if is_inside { self.values[at as usize] } else { 0.0 }
    }
}

/// What names stand for.
#[derive(Clone, Debug, Default)]
pub struct FormulaNames {
    pub numbers: BTreeMap<String, f64>,
    pub arrays: BTreeMap<String, NumberArray>,
}

/// A formula whose names are resolved.
#[derive(Debug)]
pub enum Formula<'a> {
    Number(f64),
    /// The number of a name that `sum`, `most` or a definition binds.
    Bound(usize),
    Element(&'a NumberArray, Vec<Formula<'a>>),
    Apply(fn(&[f64]) -> f64, Vec<Formula<'a>>),
    Where(Box<[Formula<'a>; 3]>),
    Fold {
        is_sum: bool,
        slot: usize,
        count: Box<Formula<'a>>,
        body: Box<Formula<'a>>,
    },
}

impl Formula<'_> {
    /// The value, with the numbers of the names that are bound outside. An element outside of an array is 0.
    pub fn value(&self, bound: &mut Vec<f64>) -> f64 {
        match self {
            Formula::Number(number) => *number,
            Formula::Bound(slot) => bound.get(*slot).copied().unwrap_or(f64::NAN),
            Formula::Element(array, indices) => {
                let mut at = 0.0;
                for (index, extent) in indices.iter().zip(&array.extents) {
                    at = at * *extent as f64 + index.value(bound);
                }
                array.element(at)
            }
            Formula::Apply(function, arguments) => {
                let mut values = [0.0; 2];
                for (value, argument) in values.iter_mut().zip(arguments) {
                    *value = argument.value(bound);
                }
                function(&values)
            }
            Formula::Where(parts) => {
                let [condition, then, otherwise] = &**parts;
                let is_met = condition.value(bound) != 0.0;
                if is_met { then.value(bound) } else { otherwise.value(bound) }
            }
            Formula::Fold { is_sum, slot, count, body } => {
                let count = count.value(bound) as usize;
                bound.resize(*slot, f64::NAN);
                bound.push(0.0);
                let values = body.values(bound, *slot, count);
                let start = if *is_sum { 0.0 } else { f64::NEG_INFINITY };
                let add = |all: f64, i: usize| {
                    if *is_sum { all + values.get(i) } else { all.max(values.get(i)) }
                };
                (0..count).fold(start, add)
            }
        }
    }

    /// The values for each number from 0 to below `count` of a name: what does not depend on it is computed once.
    fn values(&self, bound: &mut Vec<f64>, slot: usize, count: usize) -> Values {
        if !self.mentions(slot) {
            return Values::Same(self.value(bound));
        }
        let each = match self {
            Formula::Number(_) | Formula::Bound(_) => (0..count).map(|i| i as f64).collect(),
            Formula::Element(array, indices) => {
                let mut at = vec![0.0; count];
                for (index, extent) in indices.iter().zip(&array.extents) {
                    let index = index.values(bound, slot, count);
                    for (i, at) in at.iter_mut().enumerate() {
                        *at = *at * *extent as f64 + index.get(i);
                    }
                }
                at.iter_mut().for_each(|at| *at = array.element(*at));
                at
            }
            Formula::Apply(function, arguments) => {
                let of = |argument: &Formula<'_>| argument.values(bound, slot, count);
                let values: Vec<Values> = arguments.iter().map(of).collect();
                match values.as_slice() {
                    [x] => (0..count).map(|i| function(&[x.get(i), 0.0])).collect(),
                    [x, y] => (0..count).map(|i| function(&[x.get(i), y.get(i)])).collect(),
                    _ => Vec::new(),
                }
            }
            Formula::Where(parts) => {
                let [condition, then, otherwise] = &**parts;
                let condition = condition.values(bound, slot, count);
                let then = then.values(bound, slot, count);
                let otherwise = otherwise.values(bound, slot, count);
                let pick = |i| if condition.get(i) != 0.0 { then.get(i) } else { otherwise.get(i) };
                (0..count).map(pick).collect()
            }
            Formula::Fold { .. } => {
                let mut each = Vec::with_capacity(count);
                for i in 0..count {
                    bound.truncate(slot + 1);
                    bound[slot] = i as f64;
                    each.push(self.value(bound));
                }
                each
            }
        };
        Values::Each(each)
    }

    /// Whether the value depends on a name.
    fn mentions(&self, slot: usize) -> bool {
        match self {
            Formula::Number(_) => false,
            Formula::Bound(bound) => *bound == slot,
            Formula::Element(_, parts) | Formula::Apply(_, parts) => {
                parts.iter().any(|part| part.mentions(slot))
            }
            Formula::Where(parts) => parts.iter().any(|part| part.mentions(slot)),
            Formula::Fold { count, body, .. } => count.mentions(slot) || body.mentions(slot),
        }
    }
}

/// The values of a formula for the numbers of a name.
enum Values {
    Same(f64),
    Each(Vec<f64>),
}

impl Values {
    fn get(&self, i: usize) -> f64 {
        match self {
            Values::Same(value) => *value,
            Values::Each(values) => values[i],
        }
    }
}

/// Reads a formula in which `bound` are the names that its value is given for.
///
/// # Errors
/// What is wrong with the text.
pub fn parse<'a>(
    text: &str,
    names: &'a FormulaNames,
    bound: &[String],
) -> Result<Formula<'a>, String> {
    let mut reader = FormulaReader { rest: text.trim(), names, bound: bound.to_vec() };
    let formula = reader.binary(0).and_then(|formula| match reader.rest {
        "" => Ok(formula),
        rest => Err(format!("`{rest}` is left over")),
    });
    formula.map_err(|what| format!("`{text}`: {what}"))
}

/// The value of a formula of sizes.
///
/// # Errors
/// What is wrong with the text.
pub fn evaluate(text: &str, names: &FormulaNames) -> Result<f64, String> {
    Ok(parse(text, names, &[])?.value(&mut Vec::new()))
}

/// A definition, `c[i:m, j:n] = FORMULA`: the name and the values for all `i` below `m` and `j` below `n`.
///
/// # Errors
/// What is wrong with the text.
pub fn define(text: &str, names: &FormulaNames) -> Result<(String, NumberArray), String> {
    let (left, right) = text.split_once(" = ").ok_or_else(|| format!("`{text}`: no ` = `"))?;
    let (name, indices) = left.split_once('[').ok_or_else(|| format!("`{left}`: no `[`"))?;
    let indices = indices.trim_end().trim_end_matches(']');
    let (mut bound, mut extents) = (Vec::new(), Vec::new());
    for index in super::parts(indices) {
        let (index, extent) = index.split_once(':').ok_or_else(|| format!("`{index}`: no `:`"))?;
        bound.push(index.trim().to_owned());
        extents.push(evaluate(extent, names)? as usize);
    }
    let formula = parse(right, names, &bound)?;
    let count: usize = extents.iter().product();
    let mut values = Vec::with_capacity(count);
    for at in 0..count {
        let mut rest = at;
        let mut place = vec![0.0; extents.len()];
        for (slot, extent) in place.iter_mut().zip(&extents).rev() {
            *slot = (rest % extent) as f64;
            rest /= extent;
        }
        values.push(formula.value(&mut place));
    }
    Ok((name.trim().to_owned(), NumberArray { extents, values }))
}

struct FormulaReader<'t, 'a> {
    rest: &'t str,
    names: &'a FormulaNames,
    /// FormulaNames that are bound, the innermost last.
    bound: Vec<String>,
}

impl<'t, 'a> FormulaReader<'t, 'a> {
    fn eat(&mut self, token: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(token) else { return false };
        self.rest = rest.trim_start();
        true
    }

    fn need(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) {
            Ok(())
        } else {
            Err(format!("`{token}` is expected before `{}`", self.rest))
        }
    }

    fn word(&mut self) -> &'t str {
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '.');
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest.trim_start();
        word
    }

    fn binary(&mut self, level: usize) -> Result<Formula<'a>, String> {
        let Some(operators) = PRECEDENCE.get(level) else { return self.factor() };
        let mut left = self.binary(level + 1)?;
        while let Some((_, _, function)) = operators.iter().find(|(name, ..)| self.eat(name)) {
            let right = self.binary(level + 1)?;
            left = Formula::Apply(*function, vec![left, right]);
        }
        Ok(left)
    }

    fn list(&mut self, end: &str) -> Result<Vec<Formula<'a>>, String> {
        let mut list = vec![self.binary(0)?];
        while self.eat(",") {
            list.push(self.binary(0)?);
        }
        self.need(end)?;
        Ok(list)
    }

    fn factor(&mut self) -> Result<Formula<'a>, String> {
        if self.eat("-") {
            return Ok(Formula::Apply(|x| -x[0], vec![self.factor()?]));
        }
        if self.eat("(") {
            let inside = self.binary(0)?;
            self.need(")")?;
            return Ok(inside);
        }
        let word = self.word();
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return word
                .parse()
                .map(Formula::Number)
                .map_err(|_| format!("`{word}` is not a number"));
        }
        if self.eat("[") {
            let array = self.names.arrays.get(word).ok_or_else(|| format!("no array `{word}`"))?;
            let indices = self.list("]")?;
            let is_right = indices.len() == array.extents.len();
            return is_right
                .then_some(Formula::Element(array, indices))
                .ok_or_else(|| format!("`{word}` has {} dimensions", array.extents.len()));
        }
        if self.eat("(") {
            return self.call(word);
        }
        if let Some(slot) = self.bound.iter().rposition(|name| name == word) {
            return Ok(Formula::Bound(slot));
        }
        let number = self.names.numbers.get(word).copied();
        number.map(Formula::Number).ok_or_else(|| format!("`{word}` is not a name"))
    }

    fn call(&mut self, name: &str) -> Result<Formula<'a>, String> {
        if matches!(name, "sum" | "most") {
            let index = self.word().to_owned();
            self.need(",")?;
            let count = Box::new(self.binary(0)?);
            self.need(",")?;
            let slot = self.bound.len();
            self.bound.push(index);
            let body = Box::new(self.binary(0)?);
            self.bound.pop();
            self.need(")")?;
            return Ok(Formula::Fold { is_sum: name == "sum", slot, count, body });
        }
        let arguments = self.list(")")?;
        if name == "where" {
            let parts = <[Formula<'a>; 3]>::try_from(arguments);
            return parts
                .map(|parts| Formula::Where(Box::new(parts)))
                .map_err(|_| "`where` takes a condition and two values".to_owned());
        }
        let row =
            FUNCTIONS.iter().find(|(known, count, _)| *known == name && arguments.len() == *count);
        row.map(|(_, _, function)| Formula::Apply(*function, arguments))
            .ok_or_else(|| format!("no such function: `{name}`"))
    }
}

#[cfg(test)]
mod tests {
    use super::{FormulaNames, define, evaluate};

    fn names() -> FormulaNames {
        let numbers = [("m", 2.0), ("n", 3.0)].map(|(name, value)| (name.to_owned(), value));
        let mut names = FormulaNames { numbers: numbers.into(), ..FormulaNames::default() };
        let (name, array) = define("x[i:m, j:n] = i*10 + j", &names).expect("a definition");
        names.arrays.insert(name, array);
        names
    }

    #[test]
    fn formulas_have_values() {
        let cases = [
            ("1 + 2*m", 5.0),
            ("cdiv(m + n, 2)", 3.0),
            ("x[1, 2]", 12.0),
            ("sum(i, m, sum(j, i + 1, x[i, j]))", 21.0),
            ("most(i, n, -i)", 0.0),
            ("where(m < n, 7 % 4, 1/0)", 3.0),
            ("sum(i, n, where(i < 2, x[1, i], 5*i))", 31.0),
            ("most(i, m, sum(j, n, x[i, j] - sum(l, j, l + i)))", 29.0),
            ("sum(i, 4, x[0, i] + sum(j, i, 1))", 19.0),
        ];
        for (text, value) in cases {
            assert_eq!(evaluate(text, &names()), Ok(value), "{text}");
        }
    }

    #[test]
    fn mistakes_are_refused() {
        for text in ["", "1 +", "q", "x[1]", "f(1)", "exp(1, 2)", "1 2", "(1", "where(1, 2)"] {
            assert!(evaluate(text, &names()).is_err(), "{text}");
        }
    }
}
