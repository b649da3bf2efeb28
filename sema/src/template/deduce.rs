//! Template argument deduction ([temp.deduct]) for calls, conversions, addresses and `auto`.
//!
//! The pairs of parameter and argument types are unified (`unify`); what is left open is filled
//! with defaults; then the specialisation is made, which checks constraints and substitutes.

use std::rc::Rc;

use lang::base::{Diagnostic, Span};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::bindings::{Bindings, KnownArg, Origin};
use super::fit::Position;
use super::signature::{Level, Signature};
use super::unify::{Clash, Inconsistency, Mode};
use crate::Cx;
use crate::codes;
use crate::entity::{ClassState, Entity, FunctionId, TemplateId};
use crate::scope::ScopeId;
use crate::ty::{Args, AutoKind, Exceptions, FunctionTy, Param, TemplateArg, Ty, TyKind};
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

/// A deduction for a call without explicit template arguments: the template, and the arguments that are expressions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Deduced {
    template: TemplateId,
    args: SmallVec<[(Ty, ValueCategory); 3]>,
}

/// What came of deductions that overload resolution asks for again and again.
pub(crate) type Deductions = FxHashMap<Deduced, Result<FunctionId, Box<DeductionFailure>>>;

/// Why a template is not a candidate.
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
    Inconsistent(Box<Inconsistency>),
    /// Two arguments tell different lengths of a pack.
    PackLength {
        param: Param,
        first: usize,
        second: usize,
    },
    /// Parameter and argument types do not match.
    Mismatch {
        argument: usize,
        wanted: Ty,
        found: Ty,
    },
    /// A parameter of a declaration does not match that of the template.
    Parameter {
        index: usize,
        wanted: Ty,
        found: Ty,
    },
    /// The value of a parameter is an argument of another type than the parameter has.
    ValueType {
        parameter: usize,
        wanted: Ty,
        found: Ty,
    },
    /// An explicit template argument does not fit its parameter.
    ExplicitArgument(Box<Diagnostic>),
    /// The constraints do not hold; the diagnostic explains the one that fails.
    Constraint {
        why: Rc<Diagnostic>,
        args: Args,
    },
    /// Substitution into the signature fails.
    Substitution(Rc<Diagnostic>),
}

impl DeductionFailure {
    /// The diagnostic of the substitution, constraint or argument that failed.
    pub(crate) fn cause(&self) -> Option<&Diagnostic> {
        match &self.reason {
            FailureReason::ExplicitArgument(why) => Some(why),
            FailureReason::Constraint { why, .. } | FailureReason::Substitution(why) => Some(why),
            _ => None,
        }
    }
}

impl FailureReason {
    /// Parameter `p` and argument `a` do not unify. Most such failures are never reported, so
    /// types are printed only when one is.
    pub(crate) fn of_clash(clash: Clash, argument: usize, p: Ty, a: Ty) -> FailureReason {
        match clash {
            Clash::Mismatch => FailureReason::Mismatch { argument, wanted: p, found: a },
            Clash::Inconsistent(clash) => FailureReason::Inconsistent(clash),
            Clash::PackLength { param, first, second } => {
                FailureReason::PackLength { param, first, second }
            }
        }
    }
}

impl<'a> Cx<'a> {
    /// Deduction for a call: `explicit` as from
    /// [`resolve_template_args`](Cx::resolve_template_args). `args` exclude the object argument.
    pub fn deduce_call(
        &mut self,
        template: TemplateId,
        explicit: Option<Args>,
        args: &[ArgInfo],
        span: Span,
    ) -> Result<FunctionId, Box<DeductionFailure>> {
        let call =
            if explicit.is_none() && span.is_none() { self.deduced(template, args) } else { None };
        if let Some(call) = &call
            && let Some(known) = self.deductions.get(call)
        {
            return known.clone();
        }
        let deduced = self.deduce_new(template, explicit, args, span);
        if let Some(call) = call
            && !self.gave_up
            && (deduced.is_ok() || call.args.iter().all(|&(ty, _)| self.has_known_bases(ty)))
        {
            self.deductions.insert(call, deduced.clone());
        }
        deduced
    }

    /// The key of a deduction, if its result may be remembered: while a class is being defined, its members and its size
    /// change, and a default template argument is evaluated anew for each call, with a new type for each lambda in it.
    fn deduced(&self, template: TemplateId, args: &[ArgInfo]) -> Option<Deduced> {
        let is_open = self.n_in_progress > 0 || !self.open_classes.is_empty();
        if is_open || self.uses.is_some() {
            return None;
        }
        if self.entities[template].params.list.iter().any(|param| param.default.is_some()) {
            return None;
        }
        let known = |arg: &ArgInfo| match *arg {
            ArgInfo::Expr { ty, category, .. } if !self.types.is_dependent(ty) => {
                Some((ty, category))
            }
            ArgInfo::Expr { .. } | ArgInfo::InitList(_) | ArgInfo::Overloaded(_) => None,
        };
        let args = args.iter().map(known).collect::<Option<_>>()?;
        Some(Deduced { template, args })
    }

    /// Whether the bases that deduction looks into will not change ([temp.deduct.call]/4.3).
    fn has_known_bases(&self, ty: Ty) -> bool {
        let referent = self.types.strip_cvref(ty);
        let pointee = self.types.pointee(referent).unwrap_or(referent);
        let class = self.types.class_of(self.types.strip_cv(pointee));
        class.is_none_or(|class| matches!(self.entities[class].state, ClassState::Complete))
    }

    fn deduce_new(
        &mut self,
        template: TemplateId,
        explicit: Option<Args>,
        args: &[ArgInfo],
        span: Span,
    ) -> Result<FunctionId, Box<DeductionFailure>> {
        let fail = |reason| Box::new(DeductionFailure { template, reason });
        let Some(signature) = self.signature(template) else {
            return Err(fail(FailureReason::Undeduced { parameter: 0 }));
        };
        let mut bindings = Bindings::new(&signature.levels);
        self.bind_explicit(&signature, &mut bindings, explicit, span).map_err(fail)?;
        self.deduce_from_args(&signature, &mut bindings, args).map_err(fail)?;
        self.specialize_deduced(template, &signature, &bindings, span).map_err(fail)
    }

    /// Deduction for a deduction guide, whose class has the arguments `given` as far as these do not
    /// depend on the alias template that says them.
    pub(crate) fn deduce_guide(
        &mut self,
        template: TemplateId,
        given: Option<Args>,
        args: &[ArgInfo],
        span: Span,
    ) -> Result<FunctionId, Box<DeductionFailure>> {
        let fail = |reason| Box::new(DeductionFailure { template, reason });
        let Some(signature) = self.signature(template) else {
            return Err(fail(FailureReason::Undeduced { parameter: 0 }));
        };
        let mut bindings = Bindings::new(&signature.levels);
        let result = signature.ret.map(|ret| self.types.kind(ret).clone());
        if let (Some(given), Some(TyKind::Specialization { args: result, .. })) = (given, result) {
            let mut attempt = bindings.clone();
            let (p, a) = (self.flatten_packs(result), self.flatten_packs(given));
            if self.unify_list(&mut attempt, &p, &a).is_ok() {
                for param in signature.params_of_levels() {
                    if let Some(arg) = attempt.arg(param).cloned() {
                        self.bind_known(&mut bindings, param, arg);
                    }
                }
            }
        }
        self.deduce_from_args(&signature, &mut bindings, args).map_err(fail)?;
        self.specialize_deduced(template, &signature, &bindings, span).map_err(fail)
    }

    /// Deduction of a conversion function template that is to yield `target`
    /// ([temp.deduct.conv]).
    pub fn deduce_conversion(
        &mut self,
        template: TemplateId,
        target: Ty,
        span: Span,
    ) -> Result<FunctionId, Box<DeductionFailure>> {
        let fail = |reason| Box::new(DeductionFailure { template, reason });
        let Some(signature) = self.signature(template) else {
            return Err(fail(FailureReason::Undeduced { parameter: 0 }));
        };
        let mut bindings = Bindings::new(&signature.levels);
        let p = self.types.strip_ref(signature.ret.unwrap_or(Ty::ERROR));
        let is_reference = self.types.is_ref(target);
        let mut a = self.types.strip_ref(target);
        let mut p = p;
        if !is_reference {
            p = self.types.decay(p);
            a = self.types.strip_cv(a);
        }
        if let Err(clash) = self.unify(&mut bindings, p, a, Mode::Argument) {
            return Err(fail(FailureReason::of_clash(clash, 0, p, a)));
        }
        self.specialize_deduced(template, &signature, &bindings, span).map_err(fail)
    }

    /// Deduction from the function type that an address is wanted of ([temp.deduct.funcaddr]).
    pub fn deduce_address(
        &mut self,
        template: TemplateId,
        explicit: Option<Args>,
        target: Option<Ty>,
        span: Span,
    ) -> Result<FunctionId, Box<DeductionFailure>> {
        let fail = |reason| Box::new(DeductionFailure { template, reason });
        let Some(signature) = self.signature(template) else {
            return Err(fail(FailureReason::Undeduced { parameter: 0 }));
        };
        let mut bindings = Bindings::new(&signature.levels);
        self.bind_explicit(&signature, &mut bindings, explicit, span).map_err(fail)?;
        if let Some(target) = target {
            let pattern = self.signature_type(&signature);
            let target = self.function_target(target);
            let (pattern, target) = self.with_forwarding(pattern, target);
            let explicit = bindings.clone();
            if let Err(clash) = self.unify(&mut bindings, pattern, target, Mode::Exact) {
                let reason = FailureReason::of_clash(clash, 0, pattern, target);
                let parameter = match reason {
                    FailureReason::Mismatch { .. } => {
                        self.first_mismatch(explicit, pattern, target)
                    }
                    _ => None,
                };
                return Err(fail(parameter.unwrap_or(reason)));
            }
        }
        self.specialize_deduced(template, &signature, &bindings, span).map_err(fail)
    }

    /// The first parameter of a function type that does not match, if the number of parameters does.
    fn first_mismatch(
        &mut self,
        mut bindings: Bindings,
        pattern: Ty,
        target: Ty,
    ) -> Option<FailureReason> {
        let (p, a) = (self.types.function_of(pattern)?, self.types.function_of(target)?);
        let (wanted, found) = (p.params.clone(), a.params.clone());
        let is_pack = |ty: &Ty| matches!(self.types.kind(*ty), TyKind::PackExpansion(_));
        if wanted.len() != found.len() || wanted.iter().any(is_pack) {
            return None;
        }
        let pairs = wanted.iter().zip(found.iter()).enumerate();
        for (index, (&wanted, &found)) in pairs {
            if self.unify(&mut bindings, wanted, found, Mode::Exact).is_err() {
                return Some(FailureReason::Parameter { index, wanted, found });
            }
        }
        None
    }

    /// Written-out arguments for the leading parameters of the innermost level
    /// ([temp.arg.explicit]).
    fn bind_explicit(
        &mut self,
        signature: &Signature,
        bindings: &mut Bindings,
        explicit: Option<Args>,
        span: Span,
    ) -> Result<(), FailureReason> {
        let (Some(explicit), Some(level)) = (explicit, signature.levels.last()) else {
            return Ok(());
        };
        let raw = self.types.list(explicit).to_vec();
        let mut earlier: Vec<TemplateArg> = Vec::new();
        let mut index = 0;
        let mut pack: Vec<TemplateArg> = Vec::new();
        let count = raw.len();
        for arg in raw {
            let Some(parameter) = level.params.list.get(index) else {
                let n_params = level.params.len();
                let what = if n_params == 1 { "parameter" } else { "parameters" };
                let message =
                    format!("it has {n_params} template {what}, but {count} arguments are given");
                let diagnostic = Diagnostic::new(codes::TEMPLATE_ARGUMENT_COUNT, span, message);
                return Err(FailureReason::ExplicitArgument(Box::new(diagnostic)));
            };
            let param = Param { depth: level.depth, index: index as u16, pack: parameter.is_pack };
            // A pack that a symbol delimits; of those that are written out the last one takes the rest.
            let (elements, is_whole) = match arg {
                TemplateArg::Pack(whole) if parameter.is_pack => {
                    (self.types.list(whole).to_vec(), true)
                }
                arg => (vec![arg], !parameter.is_pack),
            };
            for element in elements {
                let at = Position { parameter: index, element: pack.len() as u32 };
                let converted = self.explicit_argument(level, at, &earlier, element, span)?;
                bindings.set_explicit(&self.types, param, converted.clone());
                pack.push(converted);
            }
            if is_whole {
                let known = std::mem::take(&mut pack);
                match parameter.is_pack {
                    true => earlier.push(TemplateArg::Pack(self.types.args(known))),
                    false => earlier.extend(known),
                }
                index += 1;
            }
        }
        Ok(())
    }

    /// A written-out argument, as the parameter that it is for has it.
    fn explicit_argument(
        &mut self,
        level: &Level,
        at: Position,
        earlier: &[TemplateArg],
        arg: TemplateArg,
        span: Span,
    ) -> Result<TemplateArg, FailureReason> {
        let converted = self
            .tentatively(|cx| cx.convert_arg(&level.params, at, level.outer, earlier, arg, span))
            .map_err(FailureReason::ExplicitArgument)?;
        converted.ok_or_else(|| {
            let message = "a template argument does not match its parameter";
            let diagnostic = Diagnostic::new(codes::TEMPLATE_ARGUMENT_KIND, span, message);
            FailureReason::ExplicitArgument(Box::new(diagnostic))
        })
    }

    /// Arguments for all parameters of one level: deduced, defaults, empty packs. `outer` is the
    /// scope around the level's head.
    pub(crate) fn finish_level(
        &mut self,
        level: &Level,
        outer: ScopeId,
        bindings: &Bindings,
        span: Span,
    ) -> Result<Args, FailureReason> {
        let mut args: Vec<TemplateArg> = Vec::with_capacity(level.params.len());
        let undeduced = |parameter| FailureReason::Undeduced { parameter };
        for (index, parameter) in level.params.list.iter().enumerate() {
            let param = Param { depth: level.depth, index: index as u16, pack: parameter.is_pack };
            if parameter.is_pack {
                // Types are as they shall be.
                if let Some(whole) = bindings.whole_pack(param) {
                    args.push(TemplateArg::Pack(whole));
                    continue;
                }
                let elements = bindings.pack(&self.types, param).ok_or(undeduced(index))?;
                let mut pack = Vec::with_capacity(elements.len());
                for element in elements {
                    let at = Position { parameter: index, element: pack.len() as u32 };
                    pack.push(self.finish_arg(level, at, outer, &args, element, span)?);
                }
                args.push(TemplateArg::Pack(self.types.args(pack)));
                continue;
            }
            let arg = match bindings.known(param).cloned() {
                Some(arg) => {
                    self.finish_arg(level, Position::of(index), outer, &args, arg, span)?
                }
                None => match self.deduced_from_value(level, index, bindings) {
                    Some(arg) => arg,
                    None => {
                        let default = self
                            .tentatively(|cx| {
                                cx.default_argument(&level.params, index, outer, &args, span)
                            })
                            .map_err(|why| FailureReason::Substitution(why.into()))?;
                        default.ok_or(undeduced(index))?.ok_or(undeduced(index))?
                    }
                },
            };
            args.push(arg);
        }
        Ok(self.types.args(args))
    }

    fn finish_arg(
        &mut self,
        level: &Level,
        at: Position,
        outer: ScopeId,
        earlier: &[TemplateArg],
        known: KnownArg,
        span: Span,
    ) -> Result<TemplateArg, FailureReason> {
        let KnownArg { arg, origin } = known;
        if !matches!(arg, TemplateArg::Value(..) | TemplateArg::Template(_)) {
            return Ok(arg);
        }
        if origin == Origin::Argument
            && let TemplateArg::Value(_, found) = arg
        {
            self.compare_value_type(level, at, outer, earlier, found)?;
        }
        self.tentatively(|cx| cx.convert_arg(&level.params, at, outer, earlier, arg, span))
            .map_err(|why| FailureReason::Substitution(why.into()))?
            .ok_or(FailureReason::Undeduced { parameter: at.parameter })
    }

    /// The argument of a template has the type of the parameter there, which must be that of the
    /// parameter deduced from it ([temp.deduct.type]/19).
    fn compare_value_type(
        &mut self,
        level: &Level,
        at: Position,
        outer: ScopeId,
        earlier: &[TemplateArg],
        found: Ty,
    ) -> Result<(), FailureReason> {
        let wanted = self
            .tentatively(|cx| cx.parameter_type(&level.params, at, outer, earlier))
            .map_err(|why| FailureReason::Substitution(why.into()))?;
        let Some(wanted) = wanted else { return Ok(()) };
        let is_open = self.types.is_dependent(wanted) || self.types.has_placeholder(wanted);
        let is_same = self.types.strip_cv(wanted) == self.types.strip_cv(found);
        if is_open || is_same || self.types.is_dependent(found) {
            return Ok(());
        }
        Err(FailureReason::ValueType { parameter: at.parameter, wanted, found })
    }

    /// A type that only the type of a deduced value tells: `template<class T, T V> f(C<V>)`
    /// ([temp.deduct.type]/13).
    fn deduced_from_value(
        &mut self,
        level: &Level,
        index: usize,
        bindings: &Bindings,
    ) -> Option<TemplateArg> {
        let wanted = Param { depth: level.depth, index: index as u16, pack: false };
        for (other, parameter) in level.params.list.iter().enumerate().skip(index + 1) {
            let param = Param { depth: level.depth, index: other as u16, pack: parameter.is_pack };
            let known = if parameter.is_pack {
                bindings.pack(&self.types, param).and_then(|elements| elements.into_iter().next())
            } else {
                bindings.known(param).cloned()
            };
            let value_type = match known {
                Some(KnownArg { arg: TemplateArg::Value(_, ty), .. }) => ty,
                _ => continue,
            };
            let open = match self.scopes[level.scope].kind {
                crate::scope::ScopeKind::Template { args, .. } => self.types.list(args).to_vec(),
                _ => continue,
            };
            let at = Position::of(other);
            let pattern = self.parameter_type(&level.params, at, level.outer, &open[..other])?;
            let mut attempt = bindings.clone();
            if self.unify(&mut attempt, pattern, value_type, Mode::Exact).is_ok()
                && let Some(arg) = attempt.arg(wanted)
            {
                return Some(arg.clone());
            }
        }
        None
    }

    fn specialize_deduced(
        &mut self,
        template: TemplateId,
        signature: &Signature,
        bindings: &Bindings,
        span: Span,
    ) -> Result<FunctionId, FailureReason> {
        let Some(level) = signature.levels.last() else {
            return Err(FailureReason::Undeduced { parameter: 0 });
        };
        let args = self.finish_level(level, level.outer, bindings, span)?;
        self.specialize_finished(template, args, span)
    }

    pub(crate) fn specialize_finished(
        &mut self,
        template: TemplateId,
        args: Args,
        span: Span,
    ) -> Result<FunctionId, FailureReason> {
        self.specialize_function(template, args, span).map_err(|why| {
            if why.code == codes::CONSTRAINT_NOT_SATISFIED {
                FailureReason::Constraint { why, args }
            } else {
                FailureReason::Substitution(why)
            }
        })
    }

    /// A deduction failure in one line.
    pub fn explain_failure(&self, failure: &DeductionFailure) -> String {
        let parameter = |index: usize| {
            let params = &self.entities[failure.template].params.list;
            params.get(index).map_or_else(String::new, |param| self.show_parameter(param))
        };
        match &failure.reason {
            FailureReason::TooFewArguments { wanted } => {
                format!("requires at least {wanted} arguments")
            }
            FailureReason::TooManyArguments { wanted } => {
                format!("requires at most {wanted} arguments")
            }
            FailureReason::Undeduced { parameter: index } => {
                format!("could not infer template argument `{}`", parameter(*index))
            }
            FailureReason::Inconsistent(clash) => {
                let (first, second) = (self.show_arg(&clash.first), self.show_arg(&clash.second));
                let name = parameter(usize::from(clash.param.index));
                format!("conflicting deductions for `{name}`: `{first}` and `{second}`")
            }
            FailureReason::PackLength { param, first, second } => {
                let name = parameter(usize::from(param.index));
                format!("conflicting deductions for `{name}`: {first} and {second} elements")
            }
            FailureReason::Parameter { index, wanted, found } => format!(
                "parameter {} is `{}`, where the template has `{}`",
                index + 1,
                self.show(*found),
                self.show(*wanted)
            ),
            FailureReason::Mismatch { wanted, found, .. } => {
                format!("`{}` does not match `{}`", self.show(*found), self.show(*wanted))
            }
            FailureReason::ValueType { parameter: index, wanted, found } => {
                let (wanted, found) = (self.show(*wanted), self.show(*found));
                let name = parameter(*index);
                format!("`{name}` is a `{wanted}` but is deduced as a value of type `{found}`")
            }
            FailureReason::ExplicitArgument(why) => why.message.clone(),
            FailureReason::Constraint { why, .. } | FailureReason::Substitution(why) => {
                why.message.clone()
            }
        }
    }

    /// The function type of a signature, for matching with the type of an address.
    fn signature_type(&mut self, signature: &Signature) -> Ty {
        let params: Vec<Ty> = signature.params.iter().map(|&ty| self.types.strip_cv(ty)).collect();
        // A placeholder says nothing about the type wanted; a lambda without return type has one.
        let placeholder = TyKind::Auto { kind: AutoKind::Auto, constraint: None };
        let ret = signature.ret.unwrap_or_else(|| self.types.intern(placeholder));
        self.types.function(FunctionTy {
            ret,
            params: params.into(),
            variadic: signature.variadic,
            cv: crate::ty::Cv::NONE,
            ref_qualifier: None,
            exceptions: Exceptions::MayThrow,
        })
    }

    /// The function type in a pointer or reference to function, without qualifiers and `noexcept`.
    fn function_target(&mut self, target: Ty) -> Ty {
        let ty = self.types.strip_ref(target);
        let ty = self.types.pointee(ty).unwrap_or(ty);
        let ty = match *self.types.kind(ty) {
            TyKind::MemberPointer { pointee, .. } => pointee,
            _ => ty,
        };
        match self.types.kind(ty).clone() {
            TyKind::Function(function) => self.types.function(FunctionTy {
                cv: crate::ty::Cv::NONE,
                ref_qualifier: None,
                exceptions: Exceptions::MayThrow,
                ..function
            }),
            _ => ty,
        }
    }
}
