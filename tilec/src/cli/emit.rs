//! The values of `--emit`: a kind of output, and for a schedule the pass behind which it is
//! shown.

use std::ffi::OsStr;

use backend_ptx::passes::PASSES;
use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser, ValueParserFactory};
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::Emit;

/// What to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EmitChoice {
    pub emit: Emit,
    /// The pass behind which a schedule is shown, if not the last one.
    pub after: Option<&'static str>,
}

impl ValueParserFactory for EmitChoice {
    type Parser = EmitParser;

    fn value_parser() -> EmitParser {
        EmitParser
    }
}

/// Reads `KIND` or `sched=PASS`.
#[derive(Clone, Debug)]
pub struct EmitParser;

const SCHEDULE_AFTER: &str = "sched=";

impl TypedValueParser for EmitParser {
    type Value = EmitChoice;

    fn parse_ref(
        &self,
        cmd: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<EmitChoice, clap::Error> {
        let after = value.to_str().and_then(|text| text.strip_prefix(SCHEDULE_AFTER));
        let Some(name) = after else {
            let emit = EnumValueParser::<Emit>::new().parse_ref(cmd, arg, value)?;
            return Ok(EmitChoice { emit, after: None });
        };
        if let Some(pass) = PASSES.iter().find(|pass| pass.name == name) {
            return Ok(EmitChoice { emit: Emit::Sched, after: Some(pass.name) });
        }
        let mut error = clap::Error::new(ErrorKind::InvalidValue).with_cmd(cmd);
        let names = PASSES.iter().map(|pass| format!("{SCHEDULE_AFTER}{}", pass.name));
        error.insert(ContextKind::ValidValue, ContextValue::Strings(names.collect()));
        error.insert(ContextKind::InvalidValue, ContextValue::String(format!("sched={name}")));
        let argument = arg.map_or_else(|| "--emit".to_owned(), ToString::to_string);
        error.insert(ContextKind::InvalidArg, ContextValue::String(argument));
        Err(error)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values: Vec<PossibleValue> =
            EnumValueParser::<Emit>::new().possible_values()?.collect();
        Some(Box::new(values.into_iter()))
    }
}
