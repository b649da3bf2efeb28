//! The sanitizer: which rule of the undefined-behaviour annex a run broke, and where.
//!
//! When it is on, each instruction checks its rules on its own operands just before it computes;
//! an access that would trap is reported and skipped instead, and the run goes on with the result
//! that [`scalar`](crate::scalar) defines. Findings are kept once per instruction and rule, with
//! the first offending element and a count, so a kernel of a million elements gives one line.
//!
//! When it is off, it costs one test of an `Option` per instruction.

use std::fmt;
use std::ops::Range;

use lang::base::Span;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::data::index_of;
use super::provenance::Provenances;
use super::race::Races;
use super::restrict::Restricted;
use super::sequence::Operators;
use crate::entities::Inst;
use crate::ops::Opcode;

/// The number of the last rule of the annex.
const LAST_OF_ANNEX: u32 = 30;

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident $number:literal $text:literal;)*) => {
        /// A rule of the undefined-behaviour annex of the Tile C++ reference (3.1).
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Rule { $($(#[$doc])* $name,)* }

        impl Rule {
            pub const ALL: &[Rule] = &[$(Rule::$name),*];

            /// Its number in the checklist of the language digest.
            pub fn number(self) -> u32 {
                match self { $(Rule::$name => $number,)* }
            }

            /// Whether the annex of the reference has the rule; the others are the C++ standard's.
            pub fn is_of_annex(self) -> bool {
                (1..=LAST_OF_ANNEX).contains(&self.number())
            }

            /// The rule of that number.
            pub fn numbered(number: i64) -> Option<Rule> {
                match number { $($number => Some(Rule::$name),)* _ => None }
            }

            /// What the program did.
            pub fn text(self) -> &'static str {
                match self { $(Rule::$name => $text,)* }
            }
        }
    };
}

rules! {
    /// None of the annex: what the C++ standard requires of a call.
    Precondition 0 "violated precondition";
    SignedOverflow 1 "signed integer overflow";
    NegationOverflow 2 "signed integer overflow in negation";
    DivisionByZero 3 "division by zero";
    DivisionOverflow 4 "signed integer overflow in division";
    ShiftAmount 5 "shift by a negative amount or by the width or more";
    AbsOverflow 6 "absolute value of the smallest integer";
    ReductionOverflow 7 "reduction or scan with a grouping that overflows";
    FloatToInt 8 "conversion to integer out of range";
    BadValue 9 "bits that are not a value of the type";
    PointerArithmetic 10 "pointer arithmetic leaves the object";
    PointerDifference 11 "difference of pointers into different objects";
    BadAccess 12 "access through an invalid or misaligned pointer";
    DataRace 13 "data race";
    AtomicOverflow 14 "signed integer overflow in an atomic addition";
    Uninitialized 15 "use of a value that was never given";
    ShapeSize 16 "size of a shape that is not representable";
    ExtractIndex 17 "extract index outside the partition grid";
    ExtentIndex 18 "extent of a dimension that there is not";
    ExtentValue 19 "extent that is not what its type says";
    DimensionMapIndex 20 "mapping of a dimension that there is not";
    Stride 21 "stride that there is not, or that overflows";
    ViewOutside 22 "view access outside of the index space";
    ViewPartlyOutside 23 "unmasked view access partly outside of the tensor";
    ViewNotInjective 24 "view of a layout that maps two indices to one element";
    ViewIndex 25 "index not representable in the index type";
    UserType 26 "user-defined type that breaks the rules of its concept";
    LoopStep 27 "loop step is not positive";
    LoopOverflow 28 "loop variable overflows";
    RangeIterator 29 "iterator of no range, or of another one";
    Assumption 30 "violated assumption";
    /// From here on rules of the C++ standard, which the annex does not repeat.
    Unreachable 31 "control reaches what the program says it does not";
    Restricted 32 "object accessed through a restricted pointer and another one";
    Unsequenced 33 "unsequenced side effect on an object";
    EnumValue 34 "value outside of the range of its enumeration";
}

/// A rule that one instruction broke.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub rule: Rule,
    pub span: Span,
    pub op: Opcode,
    /// The tile block that broke it first.
    pub block: [u32; 3],
    /// The shape of the tile, empty for a scalar.
    pub shape: SmallVec<[u32; 4]>,
    /// The first offending element.
    pub index: SmallVec<[u32; 4]>,
    /// Values that say more, as `127 + 1`; may be empty.
    pub detail: String,
    /// How many elements broke the rule, over all blocks.
    pub count: u64,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.rule.text())?;
        if !self.detail.is_empty() {
            write!(f, ": {}", self.detail)?;
        }
        if !self.shape.is_empty() {
            write!(f, ", first at element {} of {}", List(&self.index), Shape(&self.shape))?;
        }
        let [x, y, z] = self.block;
        write!(f, " in tile block ({x}, {y}, {z})")?;
        if self.count > 1 {
            write!(f, " ({} elements in all)", self.count)?;
        }
        match self.rule.is_of_annex() {
            false => Ok(()),
            true => write!(f, " [rule {}]", self.rule.number()),
        }
    }
}

struct List<'a>(&'a [u32]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let items: Vec<String> = self.0.iter().map(u32::to_string).collect();
        write!(f, "[{}]", items.join(", "))
    }
}

struct Shape<'a>(&'a [u32]);

impl fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let items: Vec<String> = self.0.iter().map(u32::to_string).collect();
        f.write_str(&items.join("x"))
    }
}

/// The findings of one run.
#[derive(Debug, Default)]
pub(super) struct Sanitizer {
    findings: Vec<Finding>,
    /// Index in `findings`.
    known: FxHashMap<(Place, Rule), usize>,
    pub races: Races,
    pub provenances: Provenances,
    pub restricted: Restricted,
    pub operators: Operators,
    /// The constant parts of variables with static storage.
    constants: Vec<Range<u64>>,
}

/// What makes findings one: the place in the source if there is one, for calls may be inlined and
/// loops unrolled, else the instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Place {
    Source(Span),
    Inst(Inst),
}

/// Where a finding is made.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    pub inst: Inst,
    pub span: Span,
    pub op: Opcode,
    pub block: [u32; 3],
    pub shape: &'a [u32],
}

impl Sanitizer {
    /// The bytes are those of a constant object with static storage.
    pub fn freeze(&mut self, bytes: Range<u64>) {
        if !self.constants.contains(&bytes) {
            self.constants.push(bytes);
        }
    }

    /// Whether some of the bytes are those of a constant object with static storage.
    pub fn is_frozen(&self, address: u64, bytes: usize) -> bool {
        let end = address.saturating_add(bytes as u64);
        self.constants.iter().any(|known| known.start < end && address < known.end)
    }

    /// Counts an offence of element `lane`; `detail` is asked for the first one only.
    pub fn report(
        &mut self,
        site: Site<'_>,
        rule: Rule,
        lane: usize,
        detail: impl FnOnce() -> String,
    ) {
        let place = match site.span.is_none() {
            true => Place::Inst(site.inst),
            false => Place::Source(site.span),
        };
        if let Some(&known) = self.known.get(&(place, rule)) {
            self.findings[known].count += 1;
            return;
        }
        self.known.insert((place, rule), self.findings.len());
        self.findings.push(Finding {
            rule,
            span: site.span,
            op: site.op,
            block: site.block,
            shape: site.shape.into(),
            index: index_of(lane, site.shape),
            detail: detail(),
            count: 1,
        });
    }

    pub fn into_findings(self) -> Vec<Finding> {
        self.findings
    }
}
