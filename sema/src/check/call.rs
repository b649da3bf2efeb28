//! Calls ([expr.call], [over.call]), functional casts, class template argument deduction, folds.

use lang::ast::{self, BinaryOp, ExprKind as Syntax, FoldOp, OverloadedOperator};
use lang::base::{Applicability, Diagnostic, NoteKind, Span};

use super::CallSite;
use super::expr::Checker;
use super::init::Form;
use super::operand::{BracedList, Check, ListItem, Operand, OverloadSet, Reported};
use crate::Cx;
use crate::codes;
use crate::constexpr::UNKNOWN_VALUE;
use crate::constexpr::value::Value;
use crate::convert::{Context, Mismatch};
use crate::entity::{
    ClassId, DeclName, Entity, FunctionId, FunctionKind, Owner, SpecialKind, TemplateId,
};
use crate::evaluate::Query;
use crate::overload::report::Wanted;
use crate::overload::{Candidate, CandidateSet, Reason, Rejection, Resolution};
use crate::template::ctad::GuideCandidate;
use crate::template::deduce::ArgInfo;
use crate::template::pack::Pattern;
use crate::ty::fundamental::{FloatKind, IntKind};
use crate::ty::{Ty, TyKind};
use crate::typed::{ExprId, ExprKind};

impl<'a> Checker<'_, 'a> {
    /// `callee(args)`
    pub fn call(
        &mut self,
        callee: ast::ExprId,
        args: &'a [ast::ExprId],
        span: Span,
    ) -> Check<ExprId> {
        if let Syntax::Name(name) = self.ast[callee].kind {
            return self.call_by_name(name, args, span);
        }
        let operand = self.operand(callee)?;
        let args = self.operands(args)?;
        if args.is_empty()
            && let Operand::Expr(expr) = operand
            && self.is_pseudo_destructor(callee, expr)
        {
            return Ok(expr);
        }
        match operand {
            // The pseudo-destructor of a scalar: nothing is called.
            Operand::Expr(nothing)
                if matches!(self.typed.exprs[nothing].kind, ExprKind::Zero)
                    && self.typed.exprs[nothing].ty == Ty::VOID
                    && matches!(self.ast[callee].kind, Syntax::Member { .. })
                    && args.is_empty() =>
            {
                Ok(nothing)
            }
            Operand::Overloads(mut set) => {
                // `(f)(x)`: no argument-dependent lookup ([basic.lookup.argdep]/1).
                set.adl = false;
                self.call_overloads(*set, args, span)
            }
            operand => {
                let callee = self.designated(operand)?;
                self.call_object(callee, args, span)
            }
        }
    }

    /// `x.~T` with `x` no class: a call of it evaluates `x` ([expr.prim.id.dtor]/2).
    fn is_pseudo_destructor(&self, callee: ast::ExprId, expr: ExprId) -> bool {
        let Syntax::Member { name, .. } = self.ast[callee].kind else { return false };
        matches!(self.ast[name].last.id, ast::UnqualifiedId::Destructor(_))
            && self.types.is_void(self.typed.exprs[expr].ty)
    }

    fn call_by_name(
        &mut self,
        name: ast::QualNameId,
        args: &'a [ast::ExprId],
        span: Span,
    ) -> Check<ExprId> {
        let scope = self.scope;
        let mut lookup = self.lookup_name(scope, name).ok_or(Reported)?;
        self.select_conversion(&mut lookup, name)?;
        let first = lookup.found.entities.first().cloned();
        match first {
            None => {
                if let Some(made) = self.builtin_function(&lookup, args, span) {
                    return made;
                }
                if lookup.is_qualified {
                    self.operands(args).ok();
                    self.report_name_not_found(scope, name);
                    return Err(Reported);
                }
                // Only argument-dependent lookup can find it.
                let operands = self.operands(args)?;
                let explicit = self.explicit_args(lookup.args)?;
                let set = OverloadSet {
                    entities: Default::default(),
                    args: explicit,
                    name: lookup.name,
                    span: lookup.span,
                    object: None,
                    naming_class: None,
                    adl: true,
                    is_qualified: false,
                };
                self.call_overloads(set, operands, span)
            }
            Some(Entity::Type(ty)) => {
                self.require_typename(scope, name)?;
                let args = self.operands(args)?;
                self.construct_from(ty, args, span)
            }
            Some(Entity::Template(template))
                if matches!(
                    self.entities[template].kind,
                    crate::entity::TemplateKind::Class | crate::entity::TemplateKind::Alias
                ) =>
            {
                let ty = match lookup.args {
                    Some(args) => {
                        let entity = Entity::Template(template);
                        self.template_id_type(scope, &entity, args, lookup.span)
                    }
                    None => self.types.intern(TyKind::DeducedClass(template)),
                };
                let args = self.operands(args)?;
                self.construct_from(ty, args, span)
            }
            Some(_) => {
                let callee = self.named(&lookup, lookup.span)?;
                let args = self.operands(args)?;
                match callee {
                    Operand::Overloads(set) => self.call_overloads(*set, args, span),
                    operand => {
                        let callee = self.designated(operand)?;
                        self.call_object(callee, args, span)
                    }
                }
            }
        }
    }

    /// Overload resolution for a call, and the call.
    pub fn call_overloads(
        &mut self,
        mut set: OverloadSet,
        args: Vec<Operand>,
        span: Span,
    ) -> Check<ExprId> {
        // Access asks for the class of the object that was written.
        let written = set.object;
        let has_object = |entity: &Entity| match *entity {
            Entity::Function(function) => self.has_object_parameter(function),
            _ => true,
        };
        if let (Some(object), true) = (written, set.is_qualified)
            && set.entities.iter().any(has_object)
        {
            set.object = Some(self.named_through(object, set.naming_class, set.span)?);
        }
        let (candidates, resolution) = self.resolve_call(&set, &args);
        self.note_candidates(set.span, &candidates, &resolution, &args);
        match resolution {
            Resolution::Best(index) => {
                let function = candidates.viable[index].function().ok_or(Reported)?;
                let scope = self.scope;
                self.note_call(scope, set.span, function);
                self.check_deleted(function, set.span)?;
                self.check_access(&set, written, function)?;
                if self.has_object_parameter(function) && set.object.is_none() {
                    let name = self.show_name(set.name);
                    let message = format!("`{name}` is called on an object; there is none here");
                    self.error(codes::NO_THIS, set.span, message);
                    return Err(Reported);
                }
                let call = self.call_function(function, set.object, args, span)?;
                Ok(self.virtually(call, set.is_qualified))
            }
            Resolution::NoViable => {
                let name = self.show_name(set.name);
                if candidates.rejected.is_empty() {
                    if !self.report_thread_name(&name, set.span) {
                        let scope = self.scope;
                        self.report_undeclared(scope, set.name, set.span);
                    }
                    return Err(Reported);
                }
                let callee = self.unit.sources.text(set.span).to_owned();
                let repair = self.repair_arguments(
                    Some(&callee),
                    &args,
                    &candidates.rejected,
                    false,
                    &mut |cx, args| matches!(cx.resolve_call(&set, args).1, Resolution::Best(_)),
                );
                let wanted = Wanted::Call(name);
                self.report_no_viable_but(&wanted, &candidates, &args, set.span, repair);
                Err(Reported)
            }
            Resolution::Ambiguous(indices) => {
                let name = self.show_name(set.name);
                self.report_ambiguous_call(
                    &Wanted::Call(name),
                    &candidates,
                    &indices,
                    &args,
                    set.span,
                );
                Err(Reported)
            }
        }
    }

    /// A private or protected member from outside ([class.access]).
    fn check_access(
        &mut self,
        set: &OverloadSet,
        object: Option<ExprId>,
        function: FunctionId,
    ) -> Check<()> {
        let Some(class) = set.naming_class else { return Ok(()) };
        if !matches!(self.entities[function].owner, Owner::Class(_)) {
            return Ok(());
        }
        let object = match self.has_object_parameter(function) {
            true => object.and_then(|object| self.types.class_of(self.typed.exprs[object].ty)),
            false => None,
        };
        match self.check_function_access(function, class, object, set.span) {
            true => Ok(()),
            false => Err(Reported),
        }
    }

    /// A call of an object: a function, a pointer to one, or a class object with operator()
    /// ([over.call.object]).
    pub fn call_object(&mut self, callee: ExprId, args: Vec<Operand>, span: Span) -> Check<ExprId> {
        let node = &self.typed.exprs[callee];
        let ty = node.ty;
        if let ExprKind::Function(function) = node.kind {
            return self.call_known(function, args, span);
        }
        let value = self.types.strip_cv(ty);
        if let ExprKind::MemberAccess { object, member } = node.kind
            && let Some(function) = self.types.function_of(value).cloned()
        {
            return self.call_member_pointer(object, member, &function, args, span);
        }
        if let Some(class) = self.types.class_of(value) {
            if !self.require_complete(value, span) {
                return Err(Reported);
            }
            let surrogates = self.surrogates(class, span);
            if !surrogates.is_empty() {
                return self.call_with_surrogates(callee, class, surrogates, args, span);
            }
            let name = DeclName::Operator(OverloadedOperator::Call);
            let found = self.lookup_member(class, name);
            if found.is_empty() {
                return self.report_no_call_operator(callee, class);
            }
            let at = self.typed.exprs[callee].span;
            if found.is_ambiguous {
                let message = format!(
                    "`operator()` is ambiguous: several bases of `{}` have one",
                    self.show(self.entities[class].ty)
                );
                let diagnostic = Diagnostic::new(codes::AMBIGUOUS_NAME, at, message);
                self.report(
                    diagnostic
                        .help("write `using BASE::operator();` in the class for each of them"),
                );
                return Err(Reported);
            }
            let set = OverloadSet {
                entities: found.entities,
                args: None,
                name,
                span: at,
                object: Some(callee),
                naming_class: Some(class),
                adl: false,
                is_qualified: false,
            };
            return self.call_overloads(set, args, span);
        }
        let function = match self.types.kind(value) {
            TyKind::Function(function) => Some(function.clone()),
            TyKind::Pointer(pointee) => self.types.function_of(*pointee).cloned(),
            _ => None,
        };
        let Some(function) = function else {
            if !self.types.is_error(ty) {
                let message = format!("`{}` cannot be called", self.show(ty));
                let at = self.typed.exprs[callee].span;
                self.error(codes::NOT_CALLABLE, at, message);
            }
            return Err(Reported);
        };
        if args.len() != function.params.len() && !function.variadic {
            let message = format!("takes {} arguments, not {}", function.params.len(), args.len());
            self.error(codes::NO_VIABLE_OVERLOAD, span, message);
            return Err(Reported);
        }
        // A pointer whose value is known makes an ordinary call.
        let pointer = self.load(callee);
        if let Some(Value::Address(crate::constexpr::value::Address::Function(known))) =
            self.constant_of(pointer)
        {
            return self.call_known(known, args, span);
        }
        let mut arguments = Vec::with_capacity(args.len());
        for (arg, &param) in args.into_iter().zip(function.params.iter()) {
            let at = arg.span(self);
            arguments.push(self.initialize(param, arg, Form::Copy, at)?);
        }
        let category = self.result_category(function.ret);
        let ty = self.types.strip_ref(function.ret);
        let kind = ExprKind::CallPointer { pointer, arguments: arguments.into() };
        Ok(self.typed.expr(kind, ty, category, span))
    }

    fn report_no_call_operator(&mut self, callee: ExprId, class: ClassId) -> Check<ExprId> {
        let ty = self.entities[class].ty;
        let message = format!("`{}` has no operator(), so it cannot be called", self.show(ty));
        let at = self.typed.exprs[callee].span;
        let mut diagnostic = Diagnostic::new(codes::NOT_CALLABLE, at, message);
        if let ExprKind::Local(local) = self.typed.exprs[callee].kind
            && let Some(name) = self.typed.locals[local].name
            && let Some(hidden) = self.named_by_tiles(name)
        {
            diagnostic.message =
                format!("`{}` is a variable here, not the function `{hidden}`", self.text(name));
            let declared = self.typed.locals[local].span;
            diagnostic = diagnostic.secondary(declared, format!("hides `{hidden}`")).fix(
                format!("write `{hidden}`, or give the variable another name"),
                Applicability::Maybe,
                at,
                hidden,
            );
        } else {
            let template = self.entities[class].template.map(|(template, _)| template);
            let declared = template.map_or(self.entities[class].span, |id| self.entities[id].span);
            diagnostic = self.advice(declared).into_iter().fold(diagnostic, Diagnostic::help);
        }
        self.report(diagnostic);
        Err(Reported)
    }

    /// A call of one known function, say through a reference to it.
    fn call_known(
        &mut self,
        function: FunctionId,
        args: Vec<Operand>,
        span: Span,
    ) -> Check<ExprId> {
        let set = OverloadSet {
            entities: smallvec::smallvec![Entity::Function(function)],
            args: None,
            name: self.entities[function].name,
            span,
            object: None,
            naming_class: None,
            adl: false,
            is_qualified: true,
        };
        // A specialisation is no longer a template; its arguments only have to convert.
        self.call_overloads(set, args, span)
    }

    /// `T(args)`, `T{args}` ([expr.type.conv]).
    pub fn functional_cast(
        &mut self,
        ty: ast::TypeExprId,
        init: &'a ast::Initializer,
        span: Span,
    ) -> Check<ExprId> {
        // GNU's `(T){...}`, for which no template arguments are deduced.
        let is_parenthesised = self.ast[ty].span.lo > span.lo;
        let ty = self.type_of_syntax(ty)?;
        match init {
            ast::Initializer::Paren { args, .. } => {
                let args = self.operands(args)?;
                self.construct_from(ty, args, span)
            }
            ast::Initializer::List(list) => {
                let list = self.list(*list)?;
                if let Some(template) = self.deduced_class(ty).filter(|_| is_parenthesised) {
                    let name = self.show_name(self.entities[template].name);
                    let message = format!("`{name}` needs template arguments here");
                    self.error(codes::TEMPLATE_ARGUMENT_COUNT, span, message);
                    return Err(Reported);
                }
                let ty = match self.deduced_class(ty) {
                    Some(template) => {
                        self.deduce_class_from_list(template, &list, Form::Direct, span)?
                    }
                    None => ty,
                };
                if self.types.is_void(ty) && list.items.is_empty() {
                    return Ok(self.typed.prvalue(ExprKind::Zero, Ty::VOID, span));
                }
                self.require_no_function(ty, span)?;
                let value = self.initialize_list(ty, list, Form::Direct, span)?;
                Ok(self.as_cast_result(value, ty))
            }
            ast::Initializer::Copy(_) | ast::Initializer::None => Err(Reported),
        }
    }

    fn require_no_function(&mut self, ty: Ty, span: Span) -> Check<()> {
        let TyKind::Function(_) = self.types.kind(ty) else { return Ok(()) };
        let message = format!("`{}` is a function type, which has no objects", self.show(ty));
        self.error(codes::INVALID_TYPE, span, message);
        Err(Reported)
    }

    /// `T(args)` for checked arguments.
    pub fn construct_from(&mut self, ty: Ty, mut args: Vec<Operand>, span: Span) -> Check<ExprId> {
        let ty = match self.deduced_class(ty) {
            Some(template) => self.deduce_class(template, &args, Form::Direct, span)?,
            None => ty,
        };
        if let TyKind::Auto { .. } = self.types.kind(self.types.strip_cv(ty)) {
            if args.len() != 1 {
                self.error(codes::CANNOT_DEDUCE_AUTO, span, "`auto(x)` takes one value");
                return Err(Reported);
            }
            let info = args[0].info(self);
            let ty = self.deduce_auto(ty, &info, span);
            return self.initialize(ty, args.remove(0), Form::Direct, span);
        }
        if let [Operand::Expr(_) | Operand::Overloads(_)] = args.as_slice() {
            // One value: the same as a C-style cast.
            return self.c_style_cast(ty, args.remove(0), span);
        }
        if self.types.is_void(ty) && args.is_empty() {
            return Ok(self.typed.prvalue(ExprKind::Zero, Ty::VOID, span));
        }
        if let TyKind::Array(..) = self.types.kind(ty)
            && args.is_empty()
        {
            let message =
                format!("`{}` is an array type: write `{{}}` for its value", self.show(ty));
            self.error(codes::INVALID_TYPE, span, message);
            return Err(Reported);
        }
        self.require_no_function(ty, span)?;
        self.require_object(ty, span)?;
        let value = self.initialize_parenthesized(ty, args, span)?;
        Ok(self.as_cast_result(value, ty))
    }

    /// `(pack op ...)` and its kin ([expr.prim.fold]).
    pub fn fold(&mut self, fold: &'a ast::FoldExpr, span: Span) -> Check<ExprId> {
        let scope = self.scope;
        let has_pack = |c: &mut Self, id: ast::ExprId| {
            c.tentatively(|cx| cx.expansion_len(scope, Pattern::Expr(id))).ok().flatten()
        };
        // Which side is the pack decides between a left and a right fold.
        let (pattern, init, is_left) = match (fold.lhs, fold.rhs) {
            (Some(pattern), None) => (pattern, None, false),
            (None, Some(pattern)) => (pattern, None, true),
            (Some(lhs), Some(rhs)) => match has_pack(self, lhs) {
                Some(_) => (lhs, Some(rhs), false),
                None => (rhs, Some(lhs), true),
            },
            (None, None) => return Err(Reported),
        };
        let len = self.expansion_len(scope, Pattern::Expr(pattern)).ok_or(Reported)?;
        let mut operands = Vec::new();
        if let (Some(init), true) = (init, is_left) {
            operands.push(self.operand(init)?);
        }
        for index in 0..len {
            let element = self.scopes.expansion(scope, index);
            operands.push(self.within(element, |c| c.operand(pattern))?);
        }
        if let (Some(init), false) = (init, is_left) {
            operands.push(self.operand(init)?);
        }
        if operands.is_empty() {
            return self.empty_fold(fold.op, span);
        }
        let at = fold.ellipsis;
        let mut operands = operands.into_iter();
        if is_left {
            let mut acc = operands.next().ok_or(Reported)?;
            for operand in operands {
                acc = Operand::Expr(self.fold_step(fold.op, acc, operand, at, span)?);
            }
            self.designated(acc)
        } else {
            let mut operands = operands.rev();
            let mut acc = operands.next().ok_or(Reported)?;
            for operand in operands {
                acc = Operand::Expr(self.fold_step(fold.op, operand, acc, at, span)?);
            }
            self.designated(acc)
        }
    }

    fn fold_step(
        &mut self,
        op: FoldOp,
        lhs: Operand,
        rhs: Operand,
        at: Span,
        span: Span,
    ) -> Check<ExprId> {
        match op {
            FoldOp::Binary(op) => self.binary_operands(op, at, lhs, rhs, span),
            FoldOp::Assign(op) => self.assign_operands(op, at, lhs, rhs, span),
        }
    }

    /// [expr.prim.fold]/3
    fn empty_fold(&mut self, op: FoldOp, span: Span) -> Check<ExprId> {
        match op {
            FoldOp::Binary(BinaryOp::LogicalAnd) => {
                Ok(self.constant(Value::bool(true), Ty::BOOL, span))
            }
            FoldOp::Binary(BinaryOp::LogicalOr) => {
                Ok(self.constant(Value::bool(false), Ty::BOOL, span))
            }
            FoldOp::Binary(BinaryOp::Comma) => {
                Ok(self.typed.prvalue(ExprKind::Zero, Ty::VOID, span))
            }
            _ => {
                let message = "the fold has no operands: the pack is empty";
                self.error(codes::EMPTY_FOLD, span, message);
                Err(Reported)
            }
        }
    }
}

impl<'a> Cx<'a> {
    /// The template of a placeholder for a deduced class type.
    pub fn deduced_class(&self, ty: Ty) -> Option<TemplateId> {
        match self.types.kind(self.types.strip_cv(ty)) {
            TyKind::DeducedClass(template) => Some(*template),
            _ => None,
        }
    }

    /// The template of such a placeholder behind a declarator, where nothing is deduced
    /// ([dcl.type.class.deduct]/1).
    pub(crate) fn deduced_class_inside(&self, ty: Ty) -> Option<TemplateId> {
        match *self.types.kind(ty) {
            TyKind::DeducedClass(template) => Some(template),
            TyKind::Qualified(inner, _)
            | TyKind::Pointer(inner)
            | TyKind::LRef(inner)
            | TyKind::RRef(inner)
            | TyKind::Array(inner, _) => self.deduced_class_inside(inner),
            _ => None,
        }
    }

    /// The result of a cast is a glvalue for a reference type.
    pub fn as_cast_result(&mut self, value: ExprId, ty: Ty) -> ExprId {
        if !self.types.is_ref(ty) {
            return value;
        }
        let category = self.result_category(ty);
        let node = &mut self.typed.exprs[value];
        if node.category == category {
            return value;
        }
        let mut node = node.clone();
        node.category = category;
        self.typed.exprs.push(node)
    }

    /// Class template argument deduction ([over.match.class.deduct]): the class.
    pub fn deduce_class(
        &mut self,
        template: TemplateId,
        args: &[Operand],
        form: Form,
        span: Span,
    ) -> Check<Ty> {
        self.chosen_guide(template, args, form, span).map(|(ty, _)| ty)
    }

    /// The class that deduction yields and the guide that yields it.
    fn chosen_guide(
        &mut self,
        template: TemplateId,
        args: &[Operand],
        form: Form,
        span: Span,
    ) -> Check<(Ty, GuideCandidate)> {
        let infos: Vec<ArgInfo> = args.iter().map(|arg| arg.info(self)).collect();
        let guides = self.ctad_candidates(template, &infos, span);
        let mut set = CandidateSet::default();
        set.rejected.extend(guides.failures.into_iter().map(|failure| Rejection {
            entity: Entity::Template(template),
            reason: Reason::Deduction(Box::new(failure)),
        }));
        // Constructors that are not converting ones, and guides for them, make no copy ([over.match.copy]/1).
        let is_usable = |guide: &GuideCandidate| form == Form::Direct || !guide.is_explicit;
        let has_explicit = guides.candidates.iter().any(|guide| !is_usable(guide));
        for guide in guides.candidates.into_iter().filter(is_usable) {
            match self.guide_conversions(guide.function, args) {
                Ok(conversions) => {
                    let mut candidate = Candidate::new(guide.function, conversions);
                    candidate.guide = Some(guide);
                    set.viable.push(candidate);
                }
                Err(reason) => set
                    .rejected
                    .push(Rejection { entity: Entity::Function(guide.function), reason }),
            }
        }
        match self.best_candidate(&set) {
            Resolution::Best(index) => {
                let guide = set.viable[index].guide.ok_or(Reported)?;
                let ty = self.return_type(guide.function, span);
                if self.types.is_error(ty) { Err(Reported) } else { Ok((ty, guide)) }
            }
            Resolution::Ambiguous(indices) => {
                let name = self.show_name(self.entities[template].name);
                self.report_ambiguous_call(&Wanted::Class(name), &set, &indices, args, span);
                Err(Reported)
            }
            Resolution::NoViable if has_explicit => {
                let name = self.show_name(self.entities[template].name);
                let message = format!("the arguments of `{name}` are deduced explicitly only");
                self.error(codes::CLASS_DEDUCTION_FAILED, span, message);
                Err(Reported)
            }
            Resolution::NoViable => {
                let name = self.show_name(self.entities[template].name);
                let repair = self.repair_arguments(
                    Some(&name),
                    args,
                    &set.rejected,
                    false,
                    &mut |cx, args| cx.deduce_class(template, args, form, span).is_ok(),
                );
                self.report_no_viable_but(&Wanted::Class(name), &set, args, span, repair);
                Err(Reported)
            }
        }
    }

    /// For `T{...}`: an element of the class itself is copied; a guide that takes a
    /// `std::initializer_list` comes first. A copy may choose what is explicit, but must not ([over.match.list]/1).
    pub fn deduce_class_from_list(
        &mut self,
        template: TemplateId,
        list: &BracedList,
        form: Form,
        span: Span,
    ) -> Check<Ty> {
        let args: Vec<Operand> = list.items.iter().map(|item| item.value.clone()).collect();
        if let [Operand::Expr(expr)] = args.as_slice() {
            let ty = self.types.strip_cv(self.typed.exprs[*expr].ty);
            if let Some(class) = self.types.class_of(ty)
                && self.entities[class].template.is_some_and(|(of, _)| of == template)
            {
                return Ok(ty);
            }
        }
        let whole = [Operand::List(Box::new(list.clone()))];
        let infos: Vec<ArgInfo> = whole.iter().map(|arg| arg.info(self)).collect();
        let guides = self.ctad_candidates(template, &infos, span);
        let by_list = guides.candidates.iter().any(|guide| {
            let params = &self.entities[guide.function].params;
            params.first().is_some_and(|param| {
                let ty = self.types.strip_cvref(param.ty);
                self.initializer_list_element(ty).is_some()
            })
        });
        if by_list
            && !list.items.is_empty()
            && let Ok(chosen) =
                self.tentatively(|cx| cx.chosen_guide(template, &whole, Form::Direct, span))
            && let Ok(chosen) = chosen
        {
            return self.guided(chosen, form, span);
        }
        let chosen = self.chosen_guide(template, &args, Form::Direct, span)?;
        self.guided(chosen, form, span)
    }

    /// The class that a guide yields, unless it is explicit and a list makes a copy.
    fn guided(&mut self, (ty, guide): (Ty, GuideCandidate), form: Form, span: Span) -> Check<Ty> {
        if form == Form::Direct || !guide.is_explicit {
            return Ok(ty);
        }
        let kind = if guide.is_user_guide { "deduction guide" } else { "constructor" };
        let message =
            format!("the {kind} that `{}` is deduced by from this list is explicit", self.show(ty));
        let diagnostic = Diagnostic::new(codes::CLASS_DEDUCTION_FAILED, span, message);
        let declared = self.entities[guide.function].span;
        self.report(diagnostic.note_at(NoteKind::DeclaredHere, declared, "declared here"));
        Err(Reported)
    }

    fn guide_conversions(
        &mut self,
        guide: FunctionId,
        args: &[Operand],
    ) -> Result<Vec<Option<crate::convert::ConversionSequence>>, Reason> {
        if let Some(why) = self.unusable.get(&guide) {
            return Err(Reason::Declaration(why.clone()));
        }
        self.check_arity(guide, args.len())?;
        let mut conversions = Vec::new();
        for (index, arg) in args.iter().enumerate() {
            let Some(wanted) = self.parameter_of(guide, index) else {
                conversions.push(Some(crate::convert::ConversionSequence::Ellipsis));
                continue;
            };
            let sequence = self
                .implicit_conversion(arg, wanted, Context::IMPLICIT)
                .map_err(|mismatch: Mismatch| Reason::Argument { index, wanted, mismatch })?;
            conversions.push(Some(sequence));
        }
        Ok(conversions)
    }

    /// Calls a function on converted arguments. `object` for a member function.
    pub fn call_function(
        &mut self,
        function: FunctionId,
        object: Option<ExprId>,
        args: Vec<Operand>,
        span: Span,
    ) -> Check<ExprId> {
        self.warn_deprecated_function(function, span);
        if self.entities[function].kind == FunctionKind::Constructor {
            return self.construct_with(function, args, span);
        }
        let result = self.return_type(function, span);
        if self.types.is_error(result) {
            return Err(Reported);
        }
        let mut arguments = Vec::with_capacity(args.len() + 1);
        // The object of a static member function is evaluated all the same ([expr.ref]/1).
        let discarded = object
            .filter(|&object| !self.has_object_parameter(function) && self.has_effects(object));
        if let Some(object) = object
            && self.has_object_parameter(function)
        {
            let object = self.materialize(object);
            let Owner::Class(owner) = self.entities[function].owner else { return Err(Reported) };
            arguments.push(self.base_subobject(object, owner));
        }
        arguments.extend(self.convert_arguments(function, args, span)?);
        if let Some(special) = self.trivial_special(function) {
            match (special, arguments.as_slice()) {
                (SpecialKind::CopyAssignment | SpecialKind::MoveAssignment, &[target, source]) => {
                    let ty = self.types.strip_cv(self.typed.exprs[target].ty);
                    let value = match self.typed.exprs[source].kind {
                        ExprKind::Materialize(value) => value,
                        _ => self.typed.prvalue(ExprKind::Load(source), ty, span),
                    };
                    let kind = ExprKind::Assign { target, value };
                    return Ok(self.typed.lvalue(kind, ty, span));
                }
                (SpecialKind::Destructor, _) => {
                    return Ok(self.typed.prvalue(ExprKind::Zero, Ty::VOID, span));
                }
                _ => {}
            }
        }
        let category = self.result_category(result);
        let ty = self.types.strip_ref(result);
        let ty = if category.is_glvalue() || self.types.class_of(ty).is_some() {
            ty
        } else {
            self.types.strip_cv(ty)
        };
        // `decltype` asks for the type alone ([dcl.type.decltype]/2).
        let is_made = !category.is_glvalue() && self.check.decltype_call != Some(span);
        if is_made && !self.types.is_void(ty) && !self.require_complete(ty, span) {
            return Err(Reported);
        }
        let arguments = arguments.into();
        let callee = self.block_functions.get(&function).copied().unwrap_or(function);
        let kind = ExprKind::Call { callee, arguments, right_first: false };
        let call = self.typed.expr(kind, ty, category, span);
        let made = self.evaluate_immediate(callee, call, span)?;
        Ok(discarded.map_or(made, |object| self.comma_node(object, made, span)))
    }

    /// Initialises the parameters; default arguments are checked where they stand
    /// ([dcl.fct.default]).
    pub fn convert_arguments(
        &mut self,
        function: FunctionId,
        args: Vec<Operand>,
        span: Span,
    ) -> Check<Vec<ExprId>> {
        let given = args.len();
        let mut arguments = Vec::with_capacity(given);
        for (index, arg) in args.into_iter().enumerate() {
            let at = arg.span(self);
            arguments.push(match self.parameter_of(function, index) {
                Some(ty) => self.initialize(ty, arg, Form::Copy, at)?,
                None => self.promote_variadic(arg, at)?,
            });
        }
        for index in given..self.entities[function].params.len() {
            let Some((default, scope)) = self.entities[function].params[index].default else {
                let message = format!(
                    "`{}` takes more arguments than the {given} given",
                    self.show_function(function)
                );
                self.error(codes::NO_VIABLE_OVERLOAD, span, message);
                return Err(Reported);
            };
            let ty = self.parameter_of(function, index).ok_or(Reported)?;
            // It is instantiated where it is used, and may need that of another specialisation.
            let outer = self.check.default_argument_site;
            let site = CallSite { span, scope: self.check.context };
            self.check.default_argument_site = outer.or(Some(site));
            let query = Query::DefaultArgument(function, index);
            let made = self.evaluating_hard(query, span, |cx| {
                let mut checker = Checker::new(cx, scope);
                let operand = checker.operand(default)?;
                let argument = checker.initialize(ty, operand, Form::Copy, span)?;
                checker.check_default_argument(default, argument)?;
                Ok(argument)
            });
            self.check.default_argument_site = outer;
            arguments.push(made.ok_or(Reported)??);
        }
        Ok(arguments)
    }

    /// A default argument uses no parameter of its function, nor a variable of the block around it
    /// ([dcl.fct.default]/8, 9).
    fn check_default_argument(&mut self, default: ast::ExprId, argument: ExprId) -> Check<()> {
        let written = self.ast[default].span;
        for expr in self.typed.subexpressions(argument) {
            let node = &self.typed.exprs[expr];
            let ExprKind::Local(local) = node.kind else { continue };
            let local = &self.typed.locals[local];
            let Some(name) = local.name else { continue };
            if local.constant.is_some() || self.unit.sources.covers(written, local.span) {
                continue;
            }
            let (what, help) = match local.is_parameter {
                true => ("parameter", "overload the function instead"),
                false => ("variable", "pass it as an argument"),
            };
            let name = self.text(name);
            let message = format!("a default argument cannot use the {what} `{name}`");
            let diagnostic = Diagnostic::new(codes::INVALID_INITIALIZER, node.span, message)
                .secondary(local.span, format!("the {what}"))
                .help(help);
            self.report(diagnostic);
            return Err(Reported);
        }
        Ok(())
    }

    /// [expr.call]/12: what an ellipsis takes.
    fn promote_variadic(&mut self, arg: Operand, span: Span) -> Check<ExprId> {
        let Operand::Expr(expr) = arg else {
            self.error(
                codes::NOT_AN_EXPRESSION,
                span,
                "only an expression can be passed through `...`",
            );
            return Err(Reported);
        };
        let value = self.load(expr);
        let ty = self.types.strip_cv(self.typed.exprs[value].ty);
        let to = match *self.types.kind(ty) {
            TyKind::Float(FloatKind::F32) => Ty::DOUBLE,
            TyKind::Bool | TyKind::Enum(_) => self.promoted(ty),
            TyKind::Int(kind) if kind.rank() < IntKind::Int.rank() => Ty::INT,
            TyKind::Class(_) => return self.initialize(ty, Operand::Expr(expr), Form::Copy, span),
            _ => ty,
        };
        Ok(self.apply_standard(value, to))
    }

    /// A call of an immediate function is evaluated where it stands ([expr.const]/13).
    pub fn evaluate_immediate(
        &mut self,
        function: FunctionId,
        call: ExprId,
        span: Span,
    ) -> Check<ExprId> {
        if !self.entities[function].is_consteval
            || self.check.unevaluated > 0
            || self.check.immediate > 0
        {
            return Ok(call);
        }
        match crate::constexpr::evaluate(self, call) {
            Ok(value) => {
                let node = &self.typed.exprs[call];
                let (ty, category) = (node.ty, node.category);
                if category.is_glvalue() {
                    let pointer = self.types.pointer(ty);
                    let address = self.constant(value, pointer, span);
                    return Ok(self.typed.lvalue(ExprKind::Deref(address), ty, span));
                }
                Ok(self.constant(value, ty, span))
            }
            Err(why) => {
                let why = self.about_immediate_call(*why, function);
                self.report(why);
                Err(Reported)
            }
        }
    }

    /// Says why the value of a call must be known: its function is `consteval`.
    fn about_immediate_call(&self, mut why: Diagnostic, function: FunctionId) -> Diagnostic {
        let declared = self.entities[function].span;
        if !why.message.ends_with(UNKNOWN_VALUE) || self.unit.sources.in_system_file(declared.lo) {
            return why;
        }
        let name = self.show_name(self.entities[function].name);
        let text = format!("`{name}` is `consteval`: each call must be a constant");
        // That is what to change, not where the value is declared.
        why.secondary.clear();
        why = why.secondary(declared, text);
        why.notes.retain(|note| note.kind != NoteKind::Help);
        why.help(format!(
            "declare `{name}` as `__tile__ constexpr`, which can also be called at run time, or pass constants"
        ))
    }

    /// A braced list of one element, for the forms that treat `{x}` as `x`.
    pub fn single_item(list: &BracedList) -> Option<&ListItem> {
        match list.items.as_slice() {
            [item] if item.designator.is_none() => Some(item),
            _ => None,
        }
    }
}
