//! The first line of an error about a call that no candidate takes: what was to be called, with what, and, where there is
//! one candidate, why it does not take it.

use lang::base::Diagnostic;

use super::report::Wanted;
use super::{Reason, Rejection};
use crate::Cx;
use crate::check::operand::Operand;
use crate::convert::Mismatch;
use crate::template::deduce::FailureReason;

impl Cx<'_> {
    pub(super) fn headline(&self, wanted: &Wanted, args: &[Operand]) -> String {
        let types: Vec<String> = args.iter().map(|arg| arg.describe(self)).collect();
        match wanted {
            Wanted::Call(name) if args.is_empty() => {
                format!("`{name}` cannot be called without arguments")
            }
            Wanted::Call(name) => format!("no `{name}` takes ({})", types.join(", ")),
            Wanted::Operator(op) => match types.as_slice() {
                [operand] => format!("no unary operator `{op}` takes {operand}"),
                _ => format!("no operator `{op}` takes {}", types.join(" and ")),
            },
            Wanted::Class(name) if args.is_empty() => {
                format!("could not infer the template arguments of `{name}`")
            }
            Wanted::Class(name) => {
                format!(
                    "could not deduce the template arguments of `{name}` from ({})",
                    types.join(", ")
                )
            }
            Wanted::Construction(ty) if args.is_empty() => {
                format!("`{}` has no default constructor", self.show(*ty))
            }
            Wanted::Construction(ty) => {
                format!("no constructor of `{}` takes ({})", self.show(*ty), types.join(", "))
            }
        }
    }

    /// What is wrong with the template arguments of a call without arguments.
    pub(super) fn undeduced_headline(
        &mut self,
        name: &str,
        rejection: &Rejection,
    ) -> Option<String> {
        let Reason::Deduction(failure) = &rejection.reason else { return None };
        match &failure.reason {
            FailureReason::Undeduced { parameter } => {
                let list = &self.entities[failure.template].params.list;
                let parameter = self.text(list.get(*parameter)?.name?);
                Some(format!("could not infer the template argument `{parameter}` of `{name}`"))
            }
            FailureReason::ExplicitArgument(_) => {
                Some(format!("`{name}` does not take this template argument"))
            }
            _ => None,
        }
    }
}

/// Says in the first line why the only candidate is out, unless that line says it.
pub(super) fn with_reason(
    mut diagnostic: Diagnostic,
    reason: &Reason,
    n_args: usize,
) -> Diagnostic {
    let subject = match reason {
        Reason::TooFew { .. }
        | Reason::TooMany { .. }
        | Reason::NotATemplate
        | Reason::CopiesBase => "it ".to_owned(),
        Reason::Argument {
            mismatch: Mismatch::List | Mismatch::NoSuchOverload | Mismatch::Incomplete,
            ..
        }
        | Reason::Constraint(_)
        | Reason::Object => String::new(),
        Reason::Argument { index, .. } => argument_number(*index, n_args),
        Reason::Release(_) | Reason::Declaration(_) => return diagnostic,
        Reason::Deduction(failure) => match failure.reason {
            FailureReason::TooFewArguments { .. } | FailureReason::TooManyArguments { .. } => {
                "it ".to_owned()
            }
            FailureReason::Mismatch { argument, .. } => argument_number(argument, n_args),
            FailureReason::Undeduced { .. }
                if diagnostic.message.starts_with("could not infer") =>
            {
                return diagnostic;
            }
            FailureReason::Undeduced { .. }
            | FailureReason::Inconsistent(_)
            | FailureReason::PackLength { .. }
            | FailureReason::ValueType { .. }
            | FailureReason::Parameter { .. }
            | FailureReason::ExplicitArgument(_)
            | FailureReason::Constraint { .. }
            | FailureReason::Substitution(_) => String::new(),
        },
    };
    let text = &diagnostic.primary.text;
    if !text.is_empty() && !diagnostic.message.contains(": ") {
        diagnostic.message = format!("{}: {subject}{text}", diagnostic.message);
    }
    diagnostic
}

/// The subject of a sentence about an argument, with a blank.
fn argument_number(index: usize, n_args: usize) -> String {
    match n_args {
        1 => "the argument ".to_owned(),
        _ => format!("argument {} ", index + 1),
    }
}
