//! The candidates: what each parameter may be, and what follows from that for one specialisation.
//!
//! ```text
//! PARAMETER = NAME "=" VALUE { "," VALUE }
//! VALUE     = A ".." B            the numbers from A to B
//!           | A ".." B "+" STEP   with a distance
//!           | A ".." B "*" FACTOR with a ratio: 16..256*2 is 16, 32, 64, 128, 256
//!           | what a template argument may be: 64, __half, true
//! ```
//!
//! The first parameter changes slowest. [`expand`] puts formulas of the parameters into other text,
//! `%{cdiv(n, BM)}`.

use super::formula;

/// More candidates than this are a slip of the keyboard.
const MAX_CANDIDATES: usize = 4096;

/// A template parameter with the arguments to try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    pub name: String,
    pub values: Vec<String>,
}

/// A choice of an argument for each parameter, in their order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assignment(pub Vec<(String, String)>);

impl Parameter {
    /// Reads `BM=64,128..256*2`.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn parse(text: &str) -> Result<Parameter, String> {
        let fail = |what: &str| format!("--param {text}: {what}");
        let (name, list) = text.split_once('=').ok_or_else(|| fail("expected NAME=VALUES"))?;
        let name = name.trim();
        if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return Err(fail(&format!("`{name}` is not a name")));
        }
        let mut values: Vec<String> = Vec::new();
        for item in split_list(list, "(<[{", ")>]}") {
            for value in range(item).map_err(|what| fail(&what))? {
                if !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        Ok(Parameter { name: name.to_owned(), values })
    }
}

/// The parts of a list between commas that are in no brackets.
pub fn split_list<'t>(text: &'t str, opening: &str, closing: &str) -> Vec<&'t str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0_i32);
    for (at, c) in text.char_indices() {
        if opening.contains(c) {
            depth += 1;
        } else if closing.contains(c) {
            depth -= 1;
        } else if c == ',' && depth <= 0 {
            parts.push(text[from..at].trim());
            from = at + 1;
        }
    }
    parts.push(text[from..].trim());
    parts
}

/// The values that one item of a list stands for.
fn range(item: &str) -> Result<Vec<String>, String> {
    if item.is_empty() {
        return Err("a value is empty".into());
    }
    let number = |text: &str| {
        let text = text.trim();
        text.parse::<i64>().map_err(|_| format!("`{text}` is not a number"))
    };
    let Some((first, rest)) = item.split_once("..") else { return Ok(vec![item.to_owned()]) };
    let at = rest.find(['+', '*']);
    let (last, step) = at.map_or((rest, None), |at| (&rest[..at], Some(rest.split_at(at).1)));
    let (mut value, last) = (number(first)?, number(last)?);
    let is_factor = step.is_some_and(|step| step.starts_with('*'));
    let step = step.map_or(Ok(1), |step| number(&step[1..]))?;
    if step < if is_factor { 2 } else { 1 } || (is_factor && value < 1) {
        return Err(format!("`{item}` has no end"));
    }
    let mut values = Vec::new();
    while value <= last {
        if values.len() == MAX_CANDIDATES {
            return Err(format!("`{item}` is more than {MAX_CANDIDATES} values"));
        }
        values.push(value.to_string());
        let next = if is_factor { value.checked_mul(step) } else { value.checked_add(step) };
        let Some(next) = next else { break };
        value = next;
    }
    if values.is_empty() { Err(format!("`{item}` is empty")) } else { Ok(values) }
}

/// Every assignment that meets the conditions, in order.
///
/// # Errors
/// A condition that makes no sense, or too many candidates.
pub fn candidates(
    parameters: &[Parameter],
    conditions: &[String],
) -> Result<Vec<Assignment>, String> {
    let mut found = vec![Assignment::default()];
    for parameter in parameters {
        if found.len().saturating_mul(parameter.values.len()) > MAX_CANDIDATES {
            return Err(format!("there are more than {MAX_CANDIDATES} candidates"));
        }
        let with = |known: &Assignment, value: &String| {
            let mut assignment = known.clone();
            assignment.0.push((parameter.name.clone(), value.clone()));
            assignment
        };
        found = found
            .iter()
            .flat_map(|known| parameter.values.iter().map(move |value| with(known, value)))
            .collect();
    }
    let mut kept = Vec::new();
    for assignment in found {
        let mut is_kept = true;
        for condition in conditions {
            let value = assignment.evaluate(condition).map_err(|why| format!("--where {why}"))?;
            is_kept &= value != 0;
        }
        if is_kept {
            kept.push(assignment);
        }
    }
    if kept.is_empty() { Err("no candidate meets the conditions".into()) } else { Ok(kept) }
}

impl Assignment {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The value of a formula.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn evaluate(&self, text: &str) -> Result<i64, String> {
        formula::evaluate(text, &|name| self.get(name).map(str::to_owned))
    }

    /// A text with `%{...}` replaced by their values.
    ///
    /// # Errors
    /// A formula that makes no sense.
    pub fn expand(&self, text: &str) -> Result<String, String> {
        let (mut made, mut rest) = (String::new(), text);
        while let Some((before, behind)) = rest.split_once("%{") {
            let (inside, behind) =
                behind.split_once('}').ok_or_else(|| format!("`{text}`: `%{{` without `}}`"))?;
            made.push_str(before);
            made.push_str(&self.evaluate(inside)?.to_string());
            rest = behind;
        }
        made.push_str(rest);
        Ok(made)
    }

    /// The specialisation that a pattern such as `gemm<__half, BM, BN>` is: the words that are
    /// parameters are replaced behind the first `<`.
    pub fn specialise(&self, pattern: &str) -> String {
        let Some((name, arguments)) = pattern.split_once('<') else { return pattern.to_owned() };
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let (mut made, mut rest) = (format!("{name}<"), arguments);
        while !rest.is_empty() {
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let (word, behind) = rest.split_at(end);
            made.push_str(self.get(word).unwrap_or(word));
            let next = behind.find(is_word).unwrap_or(behind.len());
            made.push_str(&behind[..next]);
            rest = &behind[next..];
        }
        made
    }

    /// The tile blocks of `cdiv(4096, BM), 4`.
    ///
    /// # Errors
    /// What is not a grid.
    pub fn grid(&self, text: &str) -> Result<[u32; 3], String> {
        let mut grid = [1; 3];
        let parts = split_list(text, "(", ")");
        if parts.len() > 3 {
            return Err(format!("--grid {text}: more than three directions"));
        }
        for (slot, part) in grid.iter_mut().zip(parts) {
            let count = self.evaluate(part).map_err(|why| format!("--grid {why}"))?;
            let count = u32::try_from(count).ok().filter(|count| *count > 0);
            *slot =
                count.ok_or_else(|| format!("--grid `{part}`: a grid has at least one block"))?;
        }
        Ok(grid)
    }
}

#[cfg(test)]
mod tests {
    use super::{Assignment, Parameter, candidates};

    fn values(text: &str) -> Vec<String> {
        Parameter::parse(text).expect(text).values
    }

    #[test]
    fn ranges_are_written_out() {
        assert_eq!(values("N=4,1..3,2"), ["4", "1", "2", "3"]);
        assert_eq!(values("N=16..128*2"), ["16", "32", "64", "128"]);
        assert_eq!(values("N=8..20+4"), ["8", "12", "16", "20"]);
        assert_eq!(values("T=__half, pair<int, float>"), ["__half", "pair<int, float>"]);
        assert_eq!(values("N=9223372036854775806..9223372036854775807").len(), 2);
        for (text, expected) in [
            ("N", "NAME=VALUES"),
            ("a b=1", "not a name"),
            ("N=1,,2", "empty"),
            ("N=4..2", "`4..2` is empty"),
            ("N=0..8*2", "no end"),
            ("N=1..8*1", "no end"),
            ("N=1..8+0", "no end"),
            ("N=1..x", "`x` is not a number"),
            ("N=1..99999999", "more than"),
        ] {
            let error = Parameter::parse(text).expect_err(text);
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn the_first_parameter_changes_slowest() {
        let parameters = ["A=1,2", "B=3,4"].map(|text| Parameter::parse(text).expect("right"));
        let all = candidates(&parameters, &["A * B != 8".into()]).expect("some");
        let names: Vec<String> = all.iter().map(|found| found.specialise("k<A,B>")).collect();
        assert_eq!(names, ["k<1,3>", "k<1,4>", "k<2,3>"]);
        assert!(candidates(&parameters, &["A > 2".into()]).is_err());
    }

    #[test]
    fn only_whole_words_are_parameters() {
        let is = Assignment(vec![("B".into(), "7".into()), ("k".into(), "9".into())]);
        assert_eq!(is.specialise("k<BB, B, a_B, x<B>, (B+1)>"), "k<BB, 7, a_B, x<7>, (7+1)>");
        assert_eq!(is.expand("f32[%{B*2}]=full(%{k})>x"), Ok("f32[14]=full(9)>x".into()));
        assert_eq!(is.grid("cdiv(15, B), max(B, 9)"), Ok([3, 9, 1]));
        assert!(is.grid("B - 7").is_err() && is.expand("%{B").is_err());
    }
}
