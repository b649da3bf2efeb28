//! Schedules from text: what [`print`](super::print) writes, perhaps edited.
//!
//! In: the text of a module with schedules. Out: the scheduled module, or diagnostics. The
//! consequences of the decisions are computed, not read.
//! A schedule that cannot be assembled is an error at its head, one that the verifier refuses
//! at the line that is wrong.

mod bodies;
mod cursor;
mod header;
mod split;

use std::borrow::Cow;

use cranelift_entity::SecondaryMap;
use ir::analysis::alias::AliasMap;
use ir::parse::EntryNames;
use ir::{Entry, Function, Inst, Module, Value};
use lang::base::{Diagnostic, Diagnostics, Pos};

use self::cursor::{Cursor, Parsed, SyntaxError};
use self::split::{ScheduleText, TextLine};
use super::pipeline::Pipeline;
use super::verify::{self, DecisionSpans, Fault};
use super::{Legalized, Schedule, ScheduledModule, build};
use crate::analysis::affine::tile::{disjointness_tests, has_tests};
use crate::codes;
use crate::target::Target;

/// Reads a scheduled module from text whose first byte is at `base`, and verifies its schedules.
pub fn parse(
    text: &str,
    base: Pos,
    target: &Target,
) -> (Option<ScheduledModule<'static>>, Diagnostics) {
    let (read, mut diagnostics) = read(text, base, target);
    let Some(Unverified { module: scheduled, spans }) = read else { return (None, diagnostics) };
    let module = scheduled.module();
    for (entry, function) in module.entries.iter() {
        let schedule = &scheduled.schedules[entry];
        let subject = verify::ScheduleSubject { module, function, schedule, target };
        if let Err(Fault { span, message }) = verify::verify(subject, &spans[entry]) {
            diagnostics.push(Diagnostic::new(codes::BAD_SCHEDULE, span, message));
        }
    }
    ((!diagnostics.has_errors()).then_some(scheduled), diagnostics)
}

/// A scheduled module that may be wrong, with the places of what is written in it.
pub struct Unverified {
    pub module: ScheduledModule<'static>,
    pub spans: SecondaryMap<Entry, DecisionSpans>,
}

/// Reads a scheduled module, and leaves its schedules as they are.
pub fn read(text: &str, base: Pos, target: &Target) -> (Option<Unverified>, Diagnostics) {
    let split = split::split(text);
    let (read, mut diagnostics) = ir::parse::named_module(&split.tile_ir, base);
    let Some((module, names)) = read else { return (None, diagnostics) };
    diagnostics.extend(ir::verify::module(&module));
    if diagnostics.has_errors() {
        return (None, diagnostics);
    }
    let mut schedules: SecondaryMap<Entry, Schedule> = SecondaryMap::new();
    let mut all_spans: SecondaryMap<Entry, DecisionSpans> = SecondaryMap::new();
    let mut missing: Vec<Entry> = module.entries.keys().collect();
    for schedule in &split.schedules {
        let reader = Reader { module: &module, names: &names, base, target };
        match reader.schedule(schedule) {
            Ok((entry, schedule, spans)) => {
                missing.retain(|&other| other != entry);
                schedules[entry] = schedule;
                all_spans[entry] = spans;
            }
            Err(SyntaxError { span, message }) => {
                diagnostics.push(Diagnostic::new(codes::BAD_SCHEDULE, span, message));
            }
        }
    }
    for entry in missing {
        if !diagnostics.has_errors() {
            let function = &module.entries[entry];
            let message = format!("kernel `{}` has no schedule", function.name);
            diagnostics.push(Diagnostic::new(codes::BAD_SCHEDULE, function.span, message));
        }
    }
    if diagnostics.has_errors() {
        return (None, diagnostics);
    }
    let legalized =
        Legalized { module: Cow::Owned(module), unpipelined: None, overlapping: Vec::new() };
    let module = ScheduledModule { legalized, schedules };
    (Some(Unverified { module, spans: all_spans }), diagnostics)
}

/// What schedules are read for.
struct Reader<'a> {
    module: &'a Module,
    names: &'a [EntryNames],
    base: Pos,
    target: &'a Target,
}

/// One kernel whose schedule is read.
struct KernelText<'a> {
    module: &'a Module,
    function: &'a Function,
    names: &'a EntryNames,
    base: Pos,
    order: Vec<Inst>,
}

impl<'a> Reader<'a> {
    fn cursor<'l>(&self, line: &TextLine<'l>) -> Cursor<'l> {
        Cursor::new(line.text, self.base.offset(line.start as u32))
    }

    fn schedule(&self, text: &ScheduleText<'_>) -> Parsed<(Entry, Schedule, DecisionSpans)> {
        let mut head = self.cursor(&text.head);
        head.expect(&["schedule"])?;
        let at = head.error("");
        let name = head.next().trim_start_matches('@').trim_matches('"');
        let found = self.module.entries.iter().find(|(_, function)| function.name == name);
        let Some((entry, function)) = found else {
            return Err(SyntaxError { message: format!("there is no kernel `{name}`"), ..at });
        };
        head.expect(&["{"])?;
        head.end()?;
        let names = &self.names[entry.as_u32() as usize];
        let order = function.insts_in_order();
        let mut values = order.iter().flat_map(|&inst| function.results(inst));
        let tests_views = values.any(|&value| has_tests(function, value));
        if tests_views || !disjointness_tests(function).is_empty() {
            // The text lacks what is executed where a test fails.
            let what = if tests_views { "strides or divisors" } else { "where pointers point to" };
            let message = format!("kernel `{name}` tests {what}, and compiles only from source");
            return Err(SyntaxError { message, ..at });
        }
        let kernel = KernelText { module: self.module, function, names, base: self.base, order };
        let header = header::read(&kernel, self.target, &text.lines)?;
        let spans = DecisionSpans { head: Some(at.span), ..header.spans };
        let Some(plan) = header.plan else {
            let mut body = build::whole(function);
            body.reductions = header.reductions;
            let warps = header.warps;
            let schedule = Schedule {
                computing_warps: warps,
                body,
                refusals: header.refusals,
                ..Schedule::default()
            };
            return Ok((entry, schedule, spans));
        };
        let aliases = AliasMap::of(function, &self.module.types);
        let pipeline = Pipeline::assemble(self.module, function, &aliases, self.target, plan);
        let pipeline =
            pipeline.map_err(|failed| SyntaxError { message: failed.message, span: at.span })?;
        let (body, producers) = bodies::read(&kernel, (&pipeline, header.reductions), &text.lines)?;
        let schedule = Schedule {
            computing_warps: pipeline.consumer_warps(),
            body,
            producers: Some(producers),
            pipeline: Some(pipeline),
            refusals: header.refusals,
        };
        Ok((entry, schedule, spans))
    }
}

impl<'a> KernelText<'a> {
    fn cursor<'l>(&self, line: &TextLine<'l>) -> Cursor<'l> {
        Cursor::new(line.text, self.base.offset(line.start as u32))
    }

    /// The value of a name.
    fn value(&self, cursor: &mut Cursor<'_>) -> Parsed<Value> {
        let name = cursor.peek();
        let value = name.strip_prefix('%').and_then(|name| self.names.get(name)).copied();
        let value = value.ok_or_else(|| cursor.error(format!("there is no value `{name}`")))?;
        cursor.next();
        Ok(value)
    }

    /// The instruction of a result, of a loop's induction variable, or of a number.
    fn inst(&self, cursor: &mut Cursor<'_>) -> Parsed<Inst> {
        let error = cursor.error("expected an instruction here");
        if let Some(number) = cursor.peek().strip_prefix('#') {
            let found = number.parse().ok().and_then(|number: usize| self.order.get(number));
            cursor.next();
            return found.copied().ok_or(error);
        }
        let value = self.value(cursor)?;
        let owner = || match self.function.def(value) {
            ir::ValueDef::Param(block, _) => self.function.block_owner(block),
            ir::ValueDef::Result(inst, _) => Some(inst),
        };
        owner().ok_or(error)
    }
}
