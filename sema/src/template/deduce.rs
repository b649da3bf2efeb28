//! Template argument deduction ([temp.deduct]).

use lang::base::{Diagnostic, Span};

use crate::Cx;
use crate::entity::{Entity, FunctionId, TemplateId};
use crate::ty::{Args, Ty};
use crate::typed::{ExprId, ValueCategory};

/// A function argument as deduction sees it ([temp.deduct.call]).
#[derive(Clone, Debug)]
pub enum ArgInfo {
    Expr {
        ty: Ty,
        category: ValueCategory,
        /// When it is checked already; deduction never looks at it.
        expr: Option<ExprId>,
    },
    /// `{a, b}`
    InitList(Vec<ArgInfo>),
    /// The name of an overload set.
    Overloaded(Vec<Entity>),
}

/// Why a template is no candidate.
#[derive(Clone, Debug)]
pub struct DeductionFailure {
    pub template: TemplateId,
    pub reason: FailureReason,
}

#[derive(Clone, Debug)]
pub enum FailureReason {
    TooFewArguments {
        wanted: usize,
    },
    TooManyArguments {
        wanted: usize,
    },
    /// No argument tells what the parameter is.
    Undeduced {
        parameter: usize,
    },
    /// Two arguments tell different things.
    Inconsistent {
        parameter: usize,
        first: String,
        second: String,
    },
    /// Parameter and argument types do not match.
    Mismatch {
        argument: usize,
        wanted: String,
        found: String,
    },
    /// An explicit template argument does not fit its parameter.
    ExplicitArgument(Box<Diagnostic>),
    /// The constraints do not hold; the diagnostic explains the one that fails.
    Constraint(Box<Diagnostic>),
    /// Substitution into the signature fails.
    Substitution(Box<Diagnostic>),
}

impl Cx<'_> {
    /// Deduction for a call: `explicit` as from
    /// [`resolve_template_args`](Cx::resolve_template_args). `args` exclude the object argument.
    pub fn deduce_call(
        &mut self,
        template: TemplateId,
        _explicit: Option<Args>,
        _args: &[ArgInfo],
        _span: Span,
    ) -> Result<FunctionId, Box<DeductionFailure>> {
        Err(Box::new(DeductionFailure {
            template,
            reason: FailureReason::Undeduced { parameter: 0 },
        }))
    }

    /// Deduction of a conversion function template that is to yield `target`
    /// ([temp.deduct.conv]).
    pub fn deduce_conversion(
        &mut self,
        template: TemplateId,
        _target: Ty,
        _span: Span,
    ) -> Result<FunctionId, Box<DeductionFailure>> {
        Err(Box::new(DeductionFailure {
            template,
            reason: FailureReason::Undeduced { parameter: 0 },
        }))
    }

    /// Deduction from the function type that an address is wanted of ([temp.deduct.funcaddr]).
    pub fn deduce_address(
        &mut self,
        template: TemplateId,
        _explicit: Option<Args>,
        _target: Option<Ty>,
        _span: Span,
    ) -> Result<FunctionId, Box<DeductionFailure>> {
        Err(Box::new(DeductionFailure {
            template,
            reason: FailureReason::Undeduced { parameter: 0 },
        }))
    }

    /// What replaces the placeholder of the declared type `declared` for an initialiser
    /// ([dcl.type.auto.deduct]): the whole type of the variable. Reports.
    pub fn deduce_auto(&mut self, _declared: Ty, _init: &ArgInfo, _span: Span) -> Ty {
        Ty::ERROR
    }
}
