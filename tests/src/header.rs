//! The header of a conformance case: what a launch needs of it, which both its formats spell alike.
//!
//! In: the fields of `tests/conformance/README.md` and `shared/conformance/FORMAT.md`, a comment
//! line each. A reader of a header goes through
//! its [`fields`], keeps those that are about its own format and gives the others to
//! [`Header::take`].

use tilec::Session;
use tilec::cli::CompileArgs;

use crate::compare::Comparison;
use crate::directive::{Run, parse_grid};
use crate::parameter::Parameter;
use crate::run::DEFAULT_ARCH;

/// The kernel of every case.
pub const KERNEL: &str = "test";

/// What a launch needs.
pub struct Header {
    pub run: Run,
    pub flags: Vec<String>,
    /// How results are compared.
    pub modes: Modes,
}

/// One mode for all results, or one each.
pub struct Modes(Vec<Comparison>);

impl Modes {
    /// That of a result by its number.
    pub fn of(&self, number: usize) -> Comparison {
        self.0.get(number).or(self.0.first()).cloned().unwrap_or(Comparison::Exact)
    }
}

/// Keys and values of the lines that a text begins with.
pub fn fields(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = text.lines().map_while(|line| line.strip_prefix("//"));
    lines.filter_map(|line| line.split_once(':')).map(|(key, value)| (key.trim(), value.trim()))
}

impl Default for Header {
    /// One without fields.
    fn default() -> Header {
        let run = Run { kernel: Some(KERNEL.to_owned()), ..Run::default() };
        Header { run, flags: Vec::new(), modes: Modes(Vec::new()) }
    }
}

impl Header {
    /// Takes a field in; others than these say nothing of a launch.
    ///
    /// # Errors
    /// A value that cannot be read.
    pub fn take(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "grid" => self.run.grid = parse_grid(value)?,
            "arg" => {
                let name = format!("argument {}", self.run.parameters.len() + 1);
                self.run.parameters.push((name, Parameter::parse(value)?));
            }
            "compare" => {
                let modes = value.split(';').map(|mode| Comparison::parse(mode.trim()));
                self.modes = Modes(modes.collect::<Result<_, _>>()?);
            }
            "flags" => self.flags.extend(value.split_whitespace().map(str::to_owned)),
            _ => {}
        }
        Ok(())
    }
}

/// How a case with these flags and `more` is compiled.
///
/// # Errors
/// A flag that does not exist.
pub fn session(flags: &[String], more: &[&str]) -> Result<Session, String> {
    let target = format!("--arch={DEFAULT_ARCH}");
    let given = flags.iter().map(String::as_str);
    let flags = [target.as_str()].into_iter().chain(given).chain(more.iter().copied());
    Session::new(&CompileArgs::from_flags(flags)?, &[])
}

#[cfg(test)]
mod tests {
    use super::{Header, fields};
    use crate::compare::Comparison;

    #[test]
    fn what_a_launch_needs_is_taken() {
        let text = "// case: a\n// grid: 2,3\n// arg: out i32[4]\n// no field\n// flags: -fmad=false -DN=1\n\
                    // compare: exact; ulp 2\n// note: x\nint x;\n// arg: i32 = 1\n";
        let mut header = Header::default();
        for (key, value) in fields(text) {
            header.take(key, value).expect("well-formed");
        }
        assert_eq!((header.run.grid, header.run.parameters.len()), ([2, 3, 1], 1));
        assert_eq!(header.flags, ["-fmad=false", "-DN=1"]);
        let modes = [0, 1, 2].map(|number| header.modes.of(number));
        assert_eq!(modes, [Comparison::Exact, Comparison::Ulp(2), Comparison::Exact]);
        assert!(header.take("compare", "about").is_err());
    }
}
