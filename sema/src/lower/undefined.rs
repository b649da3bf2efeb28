//! Operations of tile code that constants make undefined: a shift by the width of the elements, a part of a tile that it
//! does not have, a requirement of the library that is false. [`number`] has those of arithmetic, [`memory`] those of
//! accesses. [`axis`], [`index`], [`mask`], [`padding`] and [`scope`] judge a kernel when all of it is lowered.
//!
//! In: the operands of an operation, where it is lowered. Out: warnings at the user's call.
//!
//! Invariant: an operation is warned of only where it is undefined each time that it is lowered, so that neither the
//! rounds of a loop nor the specialisations of a template make a warning about a value that only some of them have.

mod axis;
mod index;
mod mask;
mod memory;
mod number;
mod padding;
mod scope;

pub(super) use memory::ViewAxis;

use ir::Value;
use ir::attrs::DenseConstant;
use ir::ops::InstData;
use lang::ast::{self, DeclKind};
use lang::base::{Applicability, Code, Diagnostic, Span};
use rustc_hash::FxHashMap;

use super::Lowerer;
use crate::Cx;
use crate::codes;
use crate::entity::ClassRole;
use crate::lint::shift::ShiftOfCast;
use crate::typed::ExprKind;

/// How many operations of constants are computed for a value; a splat alone is two.
const MAX_FOLDS: u32 = 4;

/// Why an operation is undefined, and what to write.
pub(super) struct Undefined {
    pub code: Code,
    pub message: String,
    pub help: Help,
}

pub(super) enum Help {
    Text(String),
    /// Of a shift of elements of so many bits.
    Shift(u32),
    /// Of a requirement of the library.
    Requirement,
}

/// What is wrong with an operation.
pub(super) enum Flaw {
    Undefined(Undefined),
    Told(Box<Diagnostic>),
}

/// What an operation is judged by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Rule {
    Constants,
    /// The index of an axis.
    Index(usize),
    Mask,
    Scope,
    Update,
    Padding,
    Axis,
}

/// The user's place and that of the operation, which may be in a header.
type Place = (Span, Span, Rule);

/// The operations that were lowered, with what is wrong with those that never were right.
#[derive(Default)]
pub(super) struct UndefinedOperations(FxHashMap<Place, Option<Flaw>>);

impl UndefinedOperations {
    /// Takes what another kernel has: an operation that was right once is not warned of.
    pub(super) fn merge(&mut self, other: UndefinedOperations) {
        other.0.into_iter().for_each(|(place, found)| self.note(place, found));
    }

    fn note(&mut self, place: Place, found: Option<Flaw>) {
        let is_right = found.is_none();
        let known = self.0.entry(place).or_insert(found);
        if is_right {
            *known = None;
        }
    }

    pub(super) fn report(self, cx: &mut Cx<'_>) {
        let mut found: Vec<(Place, Flaw)> =
            self.0.into_iter().filter_map(|(place, found)| Some((place, found?))).collect();
        found.sort_by_key(|((users, own, rule), _)| (users.lo, own.lo, *rule));
        // What follows at the same place may follow from the first.
        found.dedup_by_key(|((users, _, _), found)| match found {
            Flaw::Undefined(_) => *users,
            Flaw::Told(diagnostic) => diagnostic.primary.span,
        });
        for ((span, _, _), found) in found {
            let Undefined { code, message, help } = match found {
                Flaw::Undefined(undefined) => undefined,
                Flaw::Told(diagnostic) => {
                    cx.report(*diagnostic);
                    continue;
                }
            };
            if !cx.spells_constant(code, span) {
                continue;
            }
            let diagnostic = Diagnostic::new(code, span, message);
            let diagnostic = match help {
                Help::Text(help) => diagnostic.help(cx.in_users_spelling(&help)),
                Help::Shift(width) => match cx.shift_of_cast(span) {
                    Some(fix) => fix.add_to(diagnostic, span),
                    None => diagnostic.help(format!(
                        "shift by 0 to {}, or convert to a wider type first",
                        width.saturating_sub(1)
                    )),
                },
                Help::Requirement => match cx.loop_that_counts_down(span) {
                    Some((at, text)) => diagnostic.fix(
                        format!("the range counts up; `for ({text})` counts down"),
                        Applicability::Maybe,
                        at,
                        text,
                    ),
                    None => diagnostic.help("pass a constant that satisfies this"),
                },
            };
            cx.report(diagnostic);
        }
    }
}

impl Cx<'_> {
    /// Whether the constant that decides an operation on floating-point numbers is written there: in a function that is called
    /// with a constant, the operation is one of a variable.
    fn spells_constant(&self, code: Code, span: Span) -> bool {
        let is_comparison = code == codes::TYPE_LIMITS;
        if !is_comparison && code != codes::CONSTANT_CONVERSION {
            return true;
        }
        let text = self.unit.sources.text(self.unit.sources.resolve(span));
        let names: Vec<String> = text
            .split(|c: char| !(c.is_alphanumeric() || c == '_'))
            .map(str::to_lowercase)
            .collect();
        let any = |is_one: fn(&String) -> bool| names.iter().any(is_one);
        // `isnan` and its likes ask for it.
        let is_nan = any(|name| name.contains("nan")) && !any(|name| name.starts_with("is"));
        match is_comparison {
            true => is_nan,
            false => {
                is_nan
                    || any(|name| name.contains("inf"))
                    || any(|name| name.starts_with(|c: char| c.is_ascii_digit()))
            }
        }
    }

    /// The shift at a place in tile code, if what it shifts was narrowed before.
    fn shift_of_cast(&self, span: Span) -> Option<ShiftOfCast> {
        self.typed.exprs.values().filter(|node| node.span == span).find_map(|node| {
            let ExprKind::Call { arguments, .. } = &node.kind else { return None };
            let [cast, amount] = **arguments else { return None };
            let cast = self.without_conversions(cast);
            let ExprKind::Call { arguments, .. } = &self.typed.exprs[cast].kind else {
                return None;
            };
            let [whole] = **arguments else { return None };
            let width = |expr| {
                let (element, _) = self.tile_of(self.typed.exprs[expr].ty)?;
                self.int_width(element)
            };
            self.shift_before(span.lo, (whole, width(whole)?), width(cast)?, amount)
        })
    }

    /// The loop that counts down where a counted range has a negative step: its header, and where the present one stands.
    fn loop_that_counts_down(&self, range: Span) -> Option<(Span, String)> {
        let is_range = |ty| {
            let class = self.types.class_of(self.types.strip_cvref(ty));
            class.is_some_and(|class| self.entities[class].role == ClassRole::CountedRange)
        };
        let node = self.typed.exprs.values().find(|node| {
            node.span == range
                && is_range(node.ty)
                && matches!(node.kind, ExprKind::Construct { .. })
        })?;
        let ExprKind::Construct { arguments, .. } = &node.kind else { return None };
        let [first, end, step] = **arguments else { return None };
        let [first, end, step] =
            [first, end, step].map(|argument| self.one_line(self.typed.exprs[argument].span));
        let by =
            step.strip_prefix('-').filter(|by| by.bytes().all(|byte| byte.is_ascii_digit()))?;
        let decl = self.ast.stmts.values().find_map(|stmt| match &stmt.kind {
            ast::StmtKind::RangeFor(node) if self.ast[node.range].span == range => Some(node.decl),
            _ => None,
        })?;
        let DeclKind::Variable(variable) = &self.ast[decl].kind else { return None };
        let name = self.unit.sources.text(self.ast[variable.name].span);
        let declared = self.ast[decl].span;
        let written = self.one_line(declared);
        if name.is_empty() || !written.ends_with(name) || first.is_empty() || end.is_empty() {
            return None;
        }
        let next = if by == "1" { format!("--{name}") } else { format!("{name} -= {by}") };
        let header = format!("{written} = {first}; {name} > {end}; {next}");
        Some((Span { lo: declared.lo, hi: range.hi }, header))
    }
}

impl Lowerer<'_, '_> {
    /// A shift of `x` by `amount`, at a place that may be in a header.
    pub(super) fn note_shift(&mut self, at: Span, x: Value, amount: Value) {
        let Some(width) = self.types.elem_scalar(self.function.value_type(x)).map(|s| s.bits())
        else {
            return;
        };
        let undefined = self
            .constant_of_all(amount)
            .filter(|amount| !(0..i64::from(width)).contains(amount))
            .map(|amount| Undefined {
                code: codes::UNDEFINED_OPERATION,
                message: format!("a shift of {width}-bit elements by {amount} is undefined"),
                help: Help::Shift(width),
            });
        self.note_operation(at, undefined);
    }

    /// The parts of `x` that `indices` number.
    pub(super) fn note_parts(&mut self, at: Span, x: Value, part: ir::Type, indices: &[Value]) {
        let whole = self.types.dims(self.function.value_type(x)).to_vec();
        let part = self.types.dims(part).to_vec();
        let axes = whole.iter().zip(&part).zip(indices);
        let outside = axes.enumerate().find_map(|(axis, ((&whole, &part), &index))| {
            let (count, index) = (whole / part.max(1), self.constant_of_all(index)?);
            let is_inside = u64::try_from(index).is_ok_and(|index| index < u64::from(count));
            (!is_inside).then_some((axis, index, count))
        });
        let undefined = outside.map(|(axis, index, count)| {
            let parts = if count == 1 { "part" } else { "parts" };
            Undefined {
                code: codes::UNDEFINED_OPERATION,
                message: format!(
                    "index {index} is outside: axis {axis} of the tile has {count} {parts} of this shape"
                ),
                help: Help::Text("an index is the number of a part, not of its first element".to_owned()),
            }
        });
        self.note_operation(at, undefined);
    }

    /// A requirement of the library, whose text begins with a number of the reference.
    pub(super) fn note_requirement(&mut self, at: Span, condition: Value, text: &str) {
        let is_false = self.constant_of_all(condition) == Some(0);
        let text = text.split_once(": ").map_or(text, |(_, text)| text);
        let undefined = is_false.then(|| Undefined {
            code: codes::UNDEFINED_OPERATION,
            message: format!("the behaviour is undefined: {text}"),
            help: Help::Requirement,
        });
        self.note_operation(at, undefined);
    }

    /// Judges the accesses of a kernel that is lowered.
    pub(super) fn note_accesses(&mut self) {
        let insts = self.function.insts_in_order();
        self.note_indices_in_elements(&insts);
        self.note_stores_without_mask(&insts);
        self.note_scopes(&insts);
        self.note_updates(&insts);
        self.note_paddings(&insts);
        self.note_broadcast_axes(&insts);
    }

    /// The operation that is lowered is undefined, or is not.
    fn note_operation(&mut self, at: Span, undefined: Option<Undefined>) {
        let span = self.user_call(self.span);
        self.note_at(span, at, Rule::Constants, undefined.map(Flaw::Undefined));
    }

    /// An operation at the user's place `span` is wrong, or is not.
    fn note_at(&mut self, span: Span, own: Span, rule: Rule, found: Option<Flaw>) {
        if !span.is_none() && !self.is_in_system_file(span.lo) {
            self.undefined.note((span, own, rule), found);
        }
    }

    /// The number that all elements of an integer are, where constants say it.
    fn constant_of_all(&self, value: Value) -> Option<i64> {
        let constant = self.splat_of(value)?;
        let width = constant.elem().int_width()?;
        Some(ir::scalar::int::sign_extend(width, constant.as_splat()?))
    }

    /// The constant that is the same for all elements, where constants say it.
    fn splat_of(&self, value: Value) -> Option<DenseConstant> {
        self.splat_within(value, MAX_FOLDS)
    }

    /// The same with at most `steps` operations between the value and constants.
    fn splat_within(&self, value: Value, steps: u32) -> Option<DenseConstant> {
        let data = self.function.def_data(value)?;
        if let InstData::Constant { value } = data {
            return value.as_splat().is_some().then(|| value.clone());
        }
        let steps = steps.checked_sub(1)?;
        let operands = data.operands();
        if matches!(data, InstData::Broadcast { .. } | InstData::Reshape { .. }) {
            return self.splat_within(*operands.first()?, steps);
        }
        let mut bits = Vec::new();
        let mut from = None;
        for &operand in &operands {
            let operand = self.splat_within(operand, steps)?;
            // A condition or an exponent is read otherwise than the operands beside it.
            if from.is_some_and(|from| from != operand.elem()) {
                return None;
            }
            from = Some(operand.elem());
            bits.push(operand.as_splat()?);
        }
        let to = self.types.elem_scalar(self.function.value_type(value))?;
        Some(DenseConstant::splat(to, ir::fold::fold_element(data, from?, to, &bits)?))
    }
}
