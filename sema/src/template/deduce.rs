//! Template argument deduction ([temp.deduct]) for calls, conversions, addresses and `auto`.
//!
//! The pairs of parameter and argument types are unified (`unify`); what is left open is filled
//! with defaults; then the specialisation is made, which checks constraints and substitutes.

use lang::base::{Diagnostic, Span};

use super::fit::Position;
use super::signature::{Level, Signature};
use super::unify::{Bindings, Clash, Mode};
use crate::Cx;
use crate::codes;
use crate::entity::{DeclName, Entity, FunctionId, TemplateId};
use crate::scope::ScopeId;
use crate::ty::{Args, AutoKind, FunctionTy, Param, TemplateArg, Ty, TyKind};
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
    Constraint {
        why: Box<Diagnostic>,
        args: Args,
    },
    /// Substitution into the signature fails.
    Substitution(Box<Diagnostic>),
}

/// The depth of the parameter that stands for `auto` while it is deduced.
const AUTO_DEPTH: u16 = u16::MAX;

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
            return Err(fail(self.clash_reason(clash, 0, p, a)));
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
            if let Err(clash) = self.unify(&mut bindings, pattern, target, Mode::Exact) {
                return Err(fail(self.clash_reason(clash, 0, pattern, target)));
            }
        }
        self.specialize_deduced(template, &signature, &bindings, span).map_err(fail)
    }

    /// What replaces the placeholder of the declared type `declared` for an initialiser
    /// ([dcl.type.auto.deduct]): the whole type of the variable. For `decltype(auto)` the argument's
    /// type is what `decltype` says of the initialiser. Reports.
    pub fn deduce_auto(&mut self, declared: Ty, init: &ArgInfo, span: Span) -> Ty {
        let Some((kind, constraint)) = self.placeholder_in(declared) else { return declared };
        if kind == AutoKind::DecltypeAuto {
            return match init {
                ArgInfo::Expr { ty, .. } => self.constrain_auto(*ty, constraint, *ty, span),
                ArgInfo::InitList(_) | ArgInfo::Overloaded(_) => {
                    self.report_auto(declared, span);
                    Ty::ERROR
                }
            };
        }
        let param = Param { depth: AUTO_DEPTH, index: 0, pack: false };
        let placeholder = self.types.intern(TyKind::Param(param));
        let pattern = self.replace_placeholder(declared, placeholder);
        let mut bindings = Bindings::single(AUTO_DEPTH);
        if let ArgInfo::Expr { ty, .. } = init
            && self.types.is_error(*ty)
        {
            return Ty::ERROR;
        }
        let deduced = match init {
            // Only `auto x = {1, 2}` is a `std::initializer_list`: see `deduce_auto_list`.
            ArgInfo::InitList(_) => None,
            _ => self
                .unify_argument(&mut bindings, pattern, init, None, true)
                .ok()
                .and_then(|()| bindings.arg(param).cloned()),
        };
        let Some(TemplateArg::Type(found)) = deduced else {
            self.report_auto(declared, span);
            return Ty::ERROR;
        };
        let whole = self.replace_placeholder(declared, found);
        self.constrain_auto(whole, constraint, found, span)
    }

    /// `auto x = {a, b}`: a `std::initializer_list` of the one type that all elements have
    /// ([dcl.type.auto.deduct]/4).
    pub fn deduce_auto_list(&mut self, declared: Ty, items: &[ArgInfo], span: Span) -> Ty {
        let Some((_, constraint)) = self.placeholder_in(declared) else { return declared };
        let param = Param { depth: AUTO_DEPTH, index: 0, pack: false };
        let element = self.types.intern(TyKind::Param(param));
        let mut bindings = Bindings::single(AUTO_DEPTH);
        let agree = items
            .iter()
            .all(|item| self.unify_argument(&mut bindings, element, item, None, true).is_ok());
        let list = match bindings.arg(param).cloned() {
            Some(argument @ TemplateArg::Type(_)) if agree => {
                self.std_class("initializer_list", vec![argument], span)
            }
            _ => None,
        };
        let Some(list) = list else {
            self.report_auto(declared, span);
            return Ty::ERROR;
        };
        let list = self.entities[list].ty;
        let whole = self.replace_placeholder(declared, list);
        self.constrain_auto(whole, constraint, list, span)
    }

    /// [dcl.type.auto.deduct]/5: a constrained placeholder.
    fn constrain_auto(
        &mut self,
        whole: Ty,
        constraint: Option<crate::ty::TypeRef>,
        found: Ty,
        span: Span,
    ) -> Ty {
        let Some(constraint) = constraint else { return whole };
        let ast = self.ast;
        if let lang::ast::TypeExprKind::Auto { constraint: Some(written) }
        | lang::ast::TypeExprKind::DecltypeAuto { constraint: Some(written) } =
            &ast[constraint.ty].kind
            && let Err(why) = self.satisfy_type_constraint(constraint.scope, written, found, span)
        {
            self.report(*why);
            return Ty::ERROR;
        }
        whole
    }

    fn report_auto(&mut self, declared: Ty, span: Span) {
        let message = format!("`{}` cannot be deduced from this initialiser", self.show(declared));
        self.error(codes::CANNOT_DEDUCE_AUTO, span, message);
    }

    /// The `auto` inside a type.
    fn placeholder_in(&self, ty: Ty) -> Option<(AutoKind, Option<crate::ty::TypeRef>)> {
        match self.types.kind(ty) {
            TyKind::Auto { kind, constraint } => Some((*kind, *constraint)),
            TyKind::Qualified(inner, _)
            | TyKind::Pointer(inner)
            | TyKind::LRef(inner)
            | TyKind::RRef(inner)
            | TyKind::Array(inner, _) => self.placeholder_in(*inner),
            TyKind::Function(function) => self.placeholder_in(function.ret),
            _ => None,
        }
    }

    /// `ty` with its placeholder replaced.
    pub fn replace_placeholder(&mut self, ty: Ty, by: Ty) -> Ty {
        if !self.types.has_placeholder(ty) {
            return ty;
        }
        match self.types.kind(ty).clone() {
            TyKind::Auto { .. } | TyKind::DeducedClass(_) => by,
            TyKind::Qualified(inner, cv) => {
                let inner = self.replace_placeholder(inner, by);
                self.types.qualified(inner, cv)
            }
            TyKind::Pointer(inner) => {
                let inner = self.replace_placeholder(inner, by);
                self.types.pointer(inner)
            }
            TyKind::LRef(inner) => {
                let inner = self.replace_placeholder(inner, by);
                self.types.lref(inner)
            }
            TyKind::RRef(inner) => {
                let inner = self.replace_placeholder(inner, by);
                self.types.rref(inner)
            }
            TyKind::Array(element, len) => {
                let element = self.replace_placeholder(element, by);
                self.types.array(element, len)
            }
            TyKind::Function(function) => {
                let ret = self.replace_placeholder(function.ret, by);
                self.types.function(FunctionTy { ret, ..function })
            }
            _ => ty,
        }
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
                let message = format!(
                    "{} template arguments are too many for `{}`",
                    count,
                    level.params.len()
                );
                let diagnostic = Diagnostic::new(codes::TEMPLATE_ARGUMENT_COUNT, span, message);
                return Err(FailureReason::ExplicitArgument(Box::new(diagnostic)));
            };
            let at = Position { parameter: index, element: pack.len() as u32 };
            let converted = self
                .tentatively(|cx| {
                    cx.convert_arg(&level.params, at, level.outer, &earlier, arg, span)
                })
                .map_err(FailureReason::ExplicitArgument)?;
            let Some(converted) = converted else {
                let diagnostic = Diagnostic::new(
                    codes::TEMPLATE_ARGUMENT_KIND,
                    span,
                    "a template argument does not fit",
                );
                return Err(FailureReason::ExplicitArgument(Box::new(diagnostic)));
            };
            let param = Param { depth: level.depth, index: index as u16, pack: parameter.is_pack };
            bindings.set_explicit(param, converted.clone());
            if parameter.is_pack {
                pack.push(converted);
            } else {
                earlier.push(converted);
                index += 1;
            }
        }
        Ok(())
    }

    /// [temp.deduct.call]
    pub(crate) fn deduce_from_args(
        &mut self,
        signature: &Signature,
        bindings: &mut Bindings,
        args: &[ArgInfo],
    ) -> Result<(), FailureReason> {
        let is_pack = |cx: &Self, ty: Ty| matches!(cx.types.kind(ty), TyKind::PackExpansion(_));
        let required = signature.required(|ty| is_pack(self, ty));
        if args.len() < required {
            return Err(FailureReason::TooFewArguments { wanted: required });
        }
        let takes_rest = signature.variadic || signature.params.iter().any(|&ty| is_pack(self, ty));
        if args.len() > signature.params.len() && !takes_rest {
            return Err(FailureReason::TooManyArguments { wanted: signature.params.len() });
        }
        // Arguments that are overload sets may need what the others tell; they come last.
        let mut later: Vec<(usize, Ty)> = Vec::new();
        for (index, &param) in signature.params.iter().enumerate() {
            if let TyKind::PackExpansion(pattern) = *self.types.kind(param) {
                // Only a pack at the end is deduced ([temp.deduct.call]/1).
                if index + 1 != signature.params.len() {
                    break;
                }
                self.touch(bindings, param);
                for (element, arg) in args.iter().enumerate().skip(index) {
                    self.unify_call(
                        signature,
                        bindings,
                        pattern,
                        arg,
                        Some(element - index),
                        element,
                    )?;
                }
                break;
            }
            let Some(arg) = args.get(index) else { break };
            if matches!(arg, ArgInfo::Overloaded(_)) {
                later.push((index, param));
            } else {
                self.unify_call(signature, bindings, param, arg, None, index)?;
            }
        }
        for (index, param) in later {
            self.unify_call(signature, bindings, param, &args[index], None, index)?;
        }
        Ok(())
    }

    fn touch(&mut self, bindings: &mut Bindings, expansion: Ty) {
        let _ = self.unify_list(bindings, &[TemplateArg::Type(expansion)], &[]);
    }

    /// One parameter and argument.
    fn unify_call(
        &mut self,
        signature: &Signature,
        bindings: &mut Bindings,
        param: Ty,
        arg: &ArgInfo,
        element: Option<usize>,
        index: usize,
    ) -> Result<(), FailureReason> {
        let mut params = Vec::new();
        self.params_in(param, &mut params);
        params.retain(|&param| match element {
            Some(element) if param.pack => !bindings.is_explicit_element(param, element),
            _ => bindings.owns(param) && !bindings.is_explicit(param),
        });
        if params.is_empty() {
            return Ok(());
        }
        // A forwarding reference is one to a parameter of the function template itself, not of
        // the class that a guide is made for ([temp.deduct.call]/3).
        let is_own = match *self.types.kind(self.types.strip_ref(param)) {
            TyKind::Param(param) => {
                signature.level_of(param) == Some(signature.levels.len() - 1)
                    && !(signature.levels.len() == 1 && signature.class_level_only)
            }
            _ => false,
        };
        match self.unify_argument(bindings, param, arg, element, is_own) {
            Ok(()) => Ok(()),
            Err(clash) => {
                let found = match arg {
                    ArgInfo::Expr { ty, .. } => *ty,
                    ArgInfo::InitList(_) | ArgInfo::Overloaded(_) => Ty::ERROR,
                };
                Err(self.clash_reason(clash, index, param, found))
            }
        }
    }

    fn unify_argument(
        &mut self,
        bindings: &mut Bindings,
        param: Ty,
        arg: &ArgInfo,
        element: Option<usize>,
        may_forward: bool,
    ) -> Result<(), Clash> {
        match arg {
            ArgInfo::Expr { ty, category, .. } => {
                let (p, a) = self.adjust_pair(param, *ty, *category, may_forward);
                match element {
                    Some(element) => self.unify_element(bindings, p, a, element, Mode::Argument),
                    None => self.unify(bindings, p, a, Mode::Argument),
                }
            }
            ArgInfo::InitList(items) => self.unify_init_list(bindings, param, items),
            ArgInfo::Overloaded(entities) => {
                self.unify_overloaded(bindings, param, entities, element)
            }
        }
    }

    /// [temp.deduct.call]/2, 3
    fn adjust_pair(
        &mut self,
        param: Ty,
        arg: Ty,
        category: ValueCategory,
        may_forward: bool,
    ) -> (Ty, Ty) {
        match *self.types.kind(param) {
            TyKind::RRef(referent) => {
                let is_forwarding =
                    may_forward && matches!(self.types.kind(referent), TyKind::Param(_));
                if is_forwarding && category == ValueCategory::LValue {
                    (referent, self.types.lref(arg))
                } else {
                    (referent, arg)
                }
            }
            TyKind::LRef(referent) => self.adjust_arrays(referent, arg),
            _ => {
                let arg = self.types.decay(arg);
                (self.types.strip_cv(param), self.types.strip_cv(arg))
            }
        }
    }

    /// [temp.deduct.call]/1: `std::initializer_list<P>` and `P[N]` deduce from the elements.
    /// A reference to an array of more qualified elements binds too; the qualifiers of an array are
    /// those of its elements ([temp.deduct.call]/3, 4.1).
    fn adjust_arrays(&mut self, param: Ty, arg: Ty) -> (Ty, Ty) {
        match (self.types.kind(param).clone(), self.types.kind(arg).clone()) {
            (TyKind::Array(p, m), TyKind::Array(a, n))
                if self.types.cv(p).includes(self.types.cv(a)) =>
            {
                let (p, a) = (self.types.unqualified(p), self.types.unqualified(a));
                (self.types.array(p, m), self.types.array(a, n))
            }
            _ => (param, arg),
        }
    }

    fn unify_init_list(
        &mut self,
        bindings: &mut Bindings,
        param: Ty,
        items: &[ArgInfo],
    ) -> Result<(), Clash> {
        let p = self.types.strip_cvref(param);
        let element = match self.types.kind(p).clone() {
            TyKind::Array(element, len) => {
                if let crate::ty::ArrayLen::Dependent(len) = &len {
                    let count = crate::constexpr::value::Value::Int(items.len() as i128);
                    self.unify_arg(bindings, len, &TemplateArg::Value(count, Ty::SIZE))?;
                }
                element
            }
            TyKind::Specialization { template: crate::ty::TemplateRef::Template(id), args } => {
                let is_list = match self.entities[id].name {
                    DeclName::Identifier(name) => self.text(name) == "initializer_list",
                    _ => false,
                };
                match self.types.list(args).first() {
                    Some(TemplateArg::Type(element)) if is_list => *element,
                    _ => return Ok(()),
                }
            }
            // A non-deduced context ([temp.deduct.type]/5.6).
            _ => return Ok(()),
        };
        for item in items {
            self.unify_argument(bindings, element, item, None, false)?;
        }
        Ok(())
    }

    /// [temp.deduct.call]/6
    fn unify_overloaded(
        &mut self,
        bindings: &mut Bindings,
        param: Ty,
        entities: &[Entity],
        element: Option<usize>,
    ) -> Result<(), Clash> {
        if entities.iter().any(|entity| !matches!(entity, Entity::Function(_))) {
            return Ok(());
        }
        let mut found: Option<Bindings> = None;
        for entity in entities {
            let Entity::Function(function) = *entity else { continue };
            let mut attempt = bindings.clone();
            let ty = self.entities[function].ty;
            let arg = ArgInfo::Expr { ty, category: ValueCategory::LValue, expr: None };
            if self.unify_argument(&mut attempt, param, &arg, element, true).is_ok() {
                if found.is_some() {
                    return Ok(());
                }
                found = Some(attempt);
            }
        }
        match found {
            Some(attempt) => {
                *bindings = attempt;
                Ok(())
            }
            None => Err(Clash::Mismatch),
        }
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
                let elements = bindings.pack(param).ok_or(undeduced(index))?;
                let mut pack = Vec::with_capacity(elements.len());
                for element in elements {
                    let at = Position { parameter: index, element: pack.len() as u32 };
                    pack.push(self.finish_arg(level, at, outer, &args, element, span)?);
                }
                args.push(TemplateArg::Pack(self.types.args(pack)));
                continue;
            }
            let arg = match bindings.arg(param).cloned() {
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
                            .map_err(FailureReason::Substitution)?;
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
        arg: TemplateArg,
        span: Span,
    ) -> Result<TemplateArg, FailureReason> {
        if !matches!(arg, TemplateArg::Value(..)) {
            return Ok(arg);
        }
        self.tentatively(|cx| cx.convert_arg(&level.params, at, outer, earlier, arg, span))
            .map_err(FailureReason::Substitution)?
            .ok_or(FailureReason::Undeduced { parameter: at.parameter })
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
            let value_type = match bindings.arg(param) {
                Some(TemplateArg::Value(_, ty)) => *ty,
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

    fn clash_reason(&self, clash: Clash, argument: usize, p: Ty, a: Ty) -> FailureReason {
        match clash {
            Clash::Mismatch => {
                FailureReason::Mismatch { argument, wanted: self.show(p), found: self.show(a) }
            }
            Clash::Inconsistent(clash) => FailureReason::Inconsistent {
                parameter: usize::from(clash.param.index),
                first: self.show_arg(&clash.first),
                second: self.show_arg(&clash.second),
            },
        }
    }

    /// A deduction failure in one line.
    pub fn explain_failure(&self, failure: &DeductionFailure) -> String {
        let parameter = |index: usize| {
            let params = &self.entities[failure.template].params.list;
            params.get(index).map_or_else(String::new, |param| self.show_parameter(param))
        };
        match &failure.reason {
            FailureReason::TooFewArguments { wanted } => {
                format!("at least {wanted} arguments are wanted")
            }
            FailureReason::TooManyArguments { wanted } => {
                format!("at most {wanted} arguments are wanted")
            }
            FailureReason::Undeduced { parameter: index } => {
                format!("nothing says what `{}` is", parameter(*index))
            }
            FailureReason::Inconsistent { parameter: index, first, second } => {
                format!("`{}` would be both `{first}` and `{second}`", parameter(*index))
            }
            FailureReason::Mismatch { wanted, found, .. } => {
                format!("`{found}` does not match `{wanted}`")
            }
            FailureReason::ExplicitArgument(why)
            | FailureReason::Constraint { why, .. }
            | FailureReason::Substitution(why) => why.message.clone(),
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
            noexcept: false,
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
                noexcept: false,
                ..function
            }),
            _ => ty,
        }
    }
}
