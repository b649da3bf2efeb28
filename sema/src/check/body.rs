//! Bodies of functions ([dcl.fct.def], [class.base.init]) and initialisers of variables with
//! static storage: checked once, on demand, outside of whatever asks.

use std::rc::Rc;

use lang::ast::{self, BodyState as SyntaxState};
use lang::base::{Diagnostic, NoteKind, Span};

use super::expr::Checker;
use super::function::tile_spaces;
use super::operand::{Check, Operand, Reported};
use super::stmt::Body;
use crate::Cx;
use crate::codes;
use crate::constexpr::value::Value;
use crate::cx::Instantiated;
use crate::entity::{
    BodyState, ClassId, Definition, Entity, FunctionId, FunctionKind, FunctionOrigin, Owner, VarId,
    VariableState,
};
use crate::evaluate::Query;
use crate::template::pack::Pattern;
use crate::ty::{ArrayLen, Ty, TyKind};
use crate::typed::{ExprId, ExprKind, FunctionBody, Initializer, InitializerTarget, StmtKind};

impl<'a> Cx<'a> {
    /// Runs `check` where the operands around it have no say: evaluated, and in an immediate
    /// function context only if it is one itself.
    fn evaluated_apart<T>(&mut self, immediate: bool, check: impl FnOnce(&mut Self) -> T) -> T {
        let unevaluated = std::mem::take(&mut self.check.unevaluated);
        let outer = std::mem::replace(&mut self.check.immediate, immediate.into());
        let value = check(self);
        self.check.unevaluated = unevaluated;
        self.check.immediate = outer;
        value
    }

    /// Checks a function's body and deduces its return type; the result is in its
    /// [`BodyState`] and its type. For [`Cx::instantiate_body`], which looks after the context.
    pub(crate) fn check_body(&mut self, function: FunctionId) {
        if !matches!(self.entities[function].body, BodyState::Unchecked) {
            return;
        }
        self.entities[function].body = BodyState::InProgress;
        let immediate = self.entities[function].is_consteval;
        let scope = self.entities[function].scope;
        let context = self.check.context.replace(scope);
        let site = self.check.default_argument_site.take();
        let body = self.evaluated_apart(immediate, |cx| cx.make_body(function));
        self.check.context = context;
        self.check.default_argument_site = site;
        self.entities[function].body = match body {
            Ok(Some(body)) => BodyState::Checked(Rc::new(body)),
            Ok(None) => BodyState::Unchecked,
            Err(Reported) => BodyState::Error,
        };
    }

    /// `None` for a function without a definition.
    fn make_body(&mut self, function: FunctionId) -> Check<Option<FunctionBody>> {
        let entity = &self.entities[function];
        match (entity.origin, entity.definition) {
            (FunctionOrigin::Inherited(base), _) => {
                self.inherited_constructor(function, base).map(Some)
            }
            (FunctionOrigin::ClosureInvoker(call), _) => {
                self.invoker_body(function, call).map(Some)
            }
            (FunctionOrigin::ClosureConversion(invoker), _) => {
                self.closure_conversion_body(function, invoker).map(Some)
            }
            (FunctionOrigin::Implicit, _) | (_, Definition::Defaulted) => {
                self.implicit_body(function).map(Some)
            }
            (FunctionOrigin::DeductionCandidate, _) | (_, Definition::None) => Ok(None),
            (_, Definition::Deleted) => Ok(None),
            (FunctionOrigin::Declared(_) | FunctionOrigin::Lambda(_), Definition::Body(body)) => {
                self.written_body(function, body).map(Some)
            }
        }
    }

    fn written_body(&mut self, function: FunctionId, body: ast::BodyId) -> Check<FunctionBody> {
        let ast = self.ast;
        let syntax = &ast[body];
        let SyntaxState::Parsed(parsed) = &syntax.state else {
            if self.misses_body(body) {
                return Err(Reported);
            }
            let name = self.show_function(function);
            let entity = &self.entities[function];
            let is_host = !entity.spaces.intersects(tile_spaces());
            if is_host && (entity.is_constexpr || entity.is_consteval) {
                // Of the host's functions those are parsed that their definition says to be constant.
                if !matches!(entity.owner, Owner::Namespace(_)) {
                    let message = format!(
                        "`{name}` is `constexpr` or `consteval` in one declaration and not in the other"
                    );
                    let declared = entity.span;
                    let diagnostic =
                        Diagnostic::new(codes::CONFLICTING_DECLARATION, syntax.span, message)
                            .secondary(declared, "declared before")
                            .help("write `constexpr` before the definition too");
                    self.report(diagnostic);
                }
                return Err(Reported);
            }
            // The body was not parsed, because of the execution spaces of the definition.
            let (message, help) = match is_host {
                true => (
                    format!("`{name}` is a host function, and tile code needs its return type"),
                    "write the type, and `__tile__` before the definition",
                ),
                false => (
                    format!("`{name}` is declared for tile code, and its definition is not"),
                    "write `__tile__` before the definition too",
                ),
            };
            let declared = self.entities[function].span;
            let diagnostic = Diagnostic::new(codes::HOST_CALL, declared, message)
                .label("declared here")
                .secondary(syntax.span, "the definition")
                .help(help);
            self.report(diagnostic);
            return Err(Reported);
        };
        self.report_withheld(body)?;
        let declared =
            self.types.function_of(self.entities[function].ty).map(|ty| ty.ret).ok_or(Reported)?;
        self.check_signature_objects(function, declared)?;
        if let ast::Noexcept::If(expr) = self.entities[function].noexcept {
            let scope = self.entities[function].scope;
            self.constant_bool(scope, expr)?;
        }
        let scope = self.entities[function].scope;
        let mut checker = Checker::new(self, scope);
        checker.body = Some(Box::new(Body::new(Some(function), declared)));
        let initializers = match checker.entities[function].kind {
            FunctionKind::Constructor => checker.constructor_initializers(function, &parsed.inits),
            _ => Ok(Vec::new()),
        };
        let block = checker.substatement(parsed.block);
        let Some(mut state) = checker.body.take() else { return Err(Reported) };
        state.failed |= !checker.check_jumps(&state.jumps);
        if checker.types.has_placeholder(declared) && state.deduced.is_none() && !state.failed {
            // No return statement tells anything else: void.
            let ret = checker.deduced_void(declared, syntax.span)?;
            checker.set_return_type(function, ret);
        }
        let initializers = initializers?;
        if state.failed {
            return Err(Reported);
        }
        drop(checker);
        Ok(FunctionBody {
            parameters: self.parameter_locals(function),
            initializers: initializers.into(),
            body: block,
        })
    }

    /// What a function that is defined takes and returns can be made: complete types, no abstract
    /// classes ([dcl.fct.def.general]/2, [class.abstract]/2).
    fn check_signature_objects(&mut self, function: FunctionId, ret: Ty) -> Check<()> {
        for index in 0..self.entities[function].params.len() {
            let param = &self.entities[function].params[index];
            let (ty, span) = (param.ty, param.span);
            self.require_object_type(ty, span)?;
        }
        let span = self.entities[function].span;
        match ret == Ty::VOID || self.types.has_placeholder(ret) {
            true => Ok(()),
            false => self.require_object_type(ret, span),
        }
    }

    fn require_object_type(&mut self, ty: Ty, span: Span) -> Check<()> {
        if self.types.is_void(ty) || !self.require_complete(ty, span) {
            return if self.types.is_void(ty) { Ok(()) } else { Err(Reported) };
        }
        self.require_concrete(ty, span)
    }

    pub fn parameter_locals(&self, function: FunctionId) -> Box<[crate::typed::LocalId]> {
        self.entities[function].params.iter().map(|param| param.local).collect()
    }

    /// The return type of a function with a placeholder and without `return`.
    fn deduced_void(&mut self, declared: Ty, span: Span) -> Check<Ty> {
        match self.types.kind(declared) {
            crate::ty::TyKind::Auto { .. } => Ok(Ty::VOID),
            _ => {
                let message = format!(
                    "cannot deduce return type `{}`: no `return` has a value",
                    self.show(declared)
                );
                self.error(codes::CANNOT_DEDUCE_AUTO, span, message);
                Err(Reported)
            }
        }
    }

    /// A constructor that a *using-declaration* brings from a base ([class.inhctor.init]).
    fn inherited_constructor(
        &mut self,
        function: FunctionId,
        inherited: FunctionId,
    ) -> Check<FunctionBody> {
        let Owner::Class(class) = self.entities[function].owner else { return Err(Reported) };
        let Owner::Class(base) = self.entities[inherited].owner else { return Err(Reported) };
        let span = self.entities[function].span;
        let mut args = Vec::new();
        for index in 0..self.entities[function].params.len() {
            let local = self.entities[function].params[index].local;
            let declared = self.typed.locals[local].ty;
            let ty = self.types.strip_ref(declared);
            let category = match self.types.kind(declared) {
                crate::ty::TyKind::LRef(_) => crate::typed::ValueCategory::LValue,
                _ => crate::typed::ValueCategory::XValue,
            };
            args.push(Operand::Expr(self.typed.expr(ExprKind::Local(local), ty, category, span)));
        }
        let mut initializers = Vec::new();
        for index in 0..self.entities[class].bases.len() {
            let ty = self.entities[class].bases[index].ty;
            let value = if self.entities[class].bases[index].class == base {
                self.construct_with(inherited, std::mem::take(&mut args), span)?
            } else {
                self.making_base(ty, |cx| cx.default_initialize(ty, span))?
            };
            let target = InitializerTarget::Base(index as u32);
            initializers.push(Initializer { target, value });
        }
        self.default_fields(class, span, &mut initializers)?;
        let body = self.typed.stmt(StmtKind::Block(Box::default()), span);
        Ok(FunctionBody {
            parameters: self.parameter_locals(function),
            initializers: initializers.into(),
            body,
        })
    }

    /// The fields that no *mem-initializer* names ([class.base.init]/9).
    pub fn default_fields(
        &mut self,
        class: ClassId,
        span: Span,
        initializers: &mut Vec<Initializer>,
    ) -> Check<()> {
        let is_union = self.is_union(class);
        for index in 0..self.entities[class].fields.len() {
            let field = self.entities[class].fields[index].clone();
            let value = match self.field_default(class, &field, span)? {
                Some(value) => value,
                None if is_union => continue,
                None if self.is_anonymous_union(&field) => {
                    self.anonymous_union_default(field.ty, span)?
                }
                None => self.default_initialize(field.ty, span)?,
            };
            let target = InitializerTarget::Field(index as u32);
            initializers.push(Initializer { target, value });
        }
        Ok(())
    }

    /// An anonymous union that no *mem-initializer* speaks of: the member with a default member
    /// initialiser, if there is one, is the active one.
    fn anonymous_union_default(&mut self, ty: Ty, span: Span) -> Check<ExprId> {
        if let Some(class) = self.types.class_of(ty) {
            for index in 0..self.entities[class].fields.len() {
                let field = self.entities[class].fields[index].clone();
                if let Some(value) = self.field_default(class, &field, span)? {
                    let kind = ExprKind::Union { field: index as u32, value };
                    return Ok(self.typed.prvalue(kind, ty, span));
                }
            }
        }
        Ok(self.typed.prvalue(ExprKind::Uninitialized, ty, span))
    }

    fn is_anonymous_union(&self, field: &crate::entity::Field) -> bool {
        field.name.is_none()
            && self.types.class_of(field.ty).is_some_and(|class| self.is_union(class))
    }

    /// Checks a variable's initialiser, deducing its type if that has a placeholder; the result is
    /// in its [`VariableState`] and its type. For [`Cx::check_initializer`], which resolves the
    /// declared type and looks after the context.
    pub(crate) fn check_variable(&mut self, var: VarId) {
        let around = self.incomplete_in_initializer(var);
        let made = self.before_brace(&around, |cx| {
            cx.evaluated_apart(false, |cx| cx.variable_initializer(var))
        });
        self.entities[var].state = match made {
            Ok((ty, init)) => {
                self.entities[var].ty = ty;
                VariableState::Checked(init)
            }
            Err(Reported) => {
                // What it would have said about the type has been asked for in vain.
                if let TyKind::Array(_, ArrayLen::Unknown) = self.types.kind(self.entities[var].ty)
                {
                    self.entities[var].ty = Ty::ERROR;
                }
                VariableState::Error
            }
        };
    }

    fn variable_initializer(&mut self, var: VarId) -> Check<(Ty, Option<ExprId>)> {
        let ast = self.ast;
        let decl = self.entities[var].decl;
        let (scope, declared, span) =
            (self.entities[var].scope, self.entities[var].ty, self.entities[var].span);
        let variable = match &ast[ast.templated(decl)].kind {
            ast::DeclKind::Variable(variable) => variable,
            ast::DeclKind::StructuredBinding(binding) => {
                let mut checker = Checker::new(self, scope);
                let (ty, init) = checker.binding_object(declared, &binding.init, span)?;
                return Ok((ty, Some(init)));
            }
            _ => return Err(Reported),
        };
        if variable.specs.flags.has(ast::SpecFlags::REGISTER) && !self.entities[var].is_local {
            let message = "a variable of a namespace cannot be declared `register`";
            self.error(codes::INVALID_SPECIFIER, span, message);
        }
        self.check_alignas(scope, decl);
        if self.types.is_error(declared) {
            return Err(Reported);
        }
        let is_extern = variable.specs.flags.has(ast::SpecFlags::EXTERN);
        if matches!(variable.init, ast::Initializer::None)
            && (is_extern
                || self.types.has_placeholder(declared) && self.deduced_class(declared).is_none())
        {
            if self.types.has_placeholder(declared) {
                let message = "`auto` needs an initialiser to deduce its type from";
                self.error(codes::CANNOT_DEDUCE_AUTO, span, message);
                return Err(Reported);
            }
            return Ok((declared, None));
        }
        let mut checker = Checker::new(self, scope);
        let (ty, mut init) = checker.initialize_declared(declared, &variable.init, span)?;
        drop(checker);
        if let ExprKind::Uninitialized = self.typed.exprs[init].kind {
            // Static storage is zeroed first ([basic.start.static]/2).
            let value = self.types.unqualified(ty);
            init = self.typed.prvalue(ExprKind::Zero, value, span);
        }
        Ok((ty, Some(init)))
    }

    /// The value of a variable that is usable in constant expressions ([expr.const]/3, 4); silent
    /// but for a `constexpr` variable whose initialiser is not a constant. `use_span` is where it is
    /// asked for: where a specialisation is instantiated from.
    pub fn constant_value(&mut self, var: VarId, use_span: Span) -> Option<Value> {
        self.find_constant(var, use_span);
        self.entities[var].value.as_ref()?.as_ref().ok().cloned()
    }

    /// Computes that value, where it is not known yet.
    pub(crate) fn find_constant(&mut self, var: VarId, use_span: Span) {
        if self.entities[var].value.is_some() {
            return;
        }
        let span = self.entities[var].span;
        let ty = self.variable_type(var, span);
        if self.types.is_error(ty) {
            return;
        }
        let is_constexpr = self.entities[var].is_constexpr;
        let is_reference = self.types.is_ref(ty);
        let cv = self.types.cv(ty);
        let is_integral = self.types.is_integral(ty) || self.types.enum_of(ty).is_some();
        let is_usable = is_constexpr || is_reference || (cv.is_const() && is_integral);
        if !is_usable || cv.is_volatile() {
            return;
        }
        // Until it has a value, a query made while it is being computed finds none.
        let message = "the value of the variable depends on itself";
        let unknown = Diagnostic::new(codes::CYCLE, span, message);
        self.entities[var].value = Some(Err(Box::new(unknown)));
        self.check_initializer(var, use_span);
        let VariableState::Checked(Some(init)) = self.entities[var].state else {
            self.entities[var].value = None;
            return;
        };
        let compute = |cx: &mut Self| {
            let around = cx.incomplete_in_initializer(var);
            let value =
                cx.before_brace(&around, |cx| crate::constexpr::evaluate_variable(cx, var, init));
            let value = value.map(|(value, broken)| {
                cx.entities[var].broken = broken;
                value
            });
            if let Err(why) = &value
                && is_constexpr
            {
                let name = cx.text(cx.entities[var].name);
                let text = format!("`{name}` is constexpr, so its value must be a constant");
                let diagnostic = (**why).clone().note_at(NoteKind::Note, span, text);
                cx.report(diagnostic);
            }
            value
        };
        let query = Query::Variable(var);
        let value = if self.entities[var].template.is_some() {
            let compute = |cx: &mut Self| cx.under_way(query, use_span, compute);
            self.instantiating(Instantiated::Variable(var), use_span, compute)
        } else {
            self.under_way_deeper(query, use_span, false, compute)
        };
        self.entities[var].value = value;
    }
}

impl<'a> Checker<'_, 'a> {
    /// What initialises the bases and fields, in their order ([class.base.init]/13).
    fn constructor_initializers(
        &mut self,
        function: FunctionId,
        inits: &'a [ast::MemInit],
    ) -> Check<Vec<Initializer>> {
        let Owner::Class(class) = self.entities[function].owner else { return Err(Reported) };
        let span = self.entities[function].span;
        let mut given: Vec<Initializer> = Vec::new();
        let mut failed = false;
        for init in inits {
            let result = if init.is_pack_expansion {
                self.expanded_initializers(class, init, &mut given)
            } else {
                self.mem_initializer(class, init).map(|made| given.push(made))
            };
            failed |= result.is_err();
        }
        if failed {
            return Err(Reported);
        }
        for (index, init) in given.iter().enumerate() {
            if given[..index].iter().any(|before| before.target == init.target) {
                let message = "the constructor initialises this a second time";
                let span = self.typed.exprs[init.value].span;
                self.error(codes::INVALID_INITIALIZER, span, message);
                return Err(Reported);
            }
        }
        self.warn_of_member_order(class, &given);
        if given.iter().any(|init| init.target == InitializerTarget::Delegate) {
            if given.len() > 1 {
                let message = "a delegating constructor initialises nothing else";
                self.error(codes::INVALID_INITIALIZER, span, message);
                return Err(Reported);
            }
            return Ok(given);
        }
        self.complete_initializers(class, given, span)
    }

    /// `Bases(args)...`
    fn expanded_initializers(
        &mut self,
        class: ClassId,
        init: &'a ast::MemInit,
        given: &mut Vec<Initializer>,
    ) -> Check<()> {
        let scope = self.scope;
        let len = self.expansion_len(scope, Pattern::Name(init.target)).ok_or(Reported)?;
        for index in 0..len {
            let element = self.scopes.expansion(scope, index);
            given.push(self.within(element, |c| c.mem_initializer(class, init))?);
        }
        Ok(())
    }

    fn mem_initializer(&mut self, class: ClassId, init: &'a ast::MemInit) -> Check<Initializer> {
        if let Some(name) = self.ast.simple_name(init.target) {
            let fields = &self.entities[class].fields;
            if let Some(index) = fields.iter().position(|field| field.name == Some(name)) {
                let field = self.entities[class].fields[index].clone();
                let (scope, at) = (self.scope, self.ast[init.target].span);
                self.note_entity(scope, name, at, Entity::Field(class, index as u32));
                let value = self.member_value(field.ty, &init.init, init.span)?;
                let value = self.fit_field(&field, value, init.span);
                let target = InitializerTarget::Field(index as u32);
                return Ok(Initializer { target, value });
            }
            if let Some(made) = self.anonymous_member(class, name, init)? {
                return Ok(made);
            }
        }
        let ty = self.type_named(init.target)?;
        let named = self.types.class_of(ty);
        let (target, ty) = if named == Some(class) {
            (InitializerTarget::Delegate, self.entities[class].ty)
        } else {
            let bases = &self.entities[class].bases;
            match bases.iter().position(|base| Some(base.class) == named) {
                Some(index) => (InitializerTarget::Base(index as u32), bases[index].ty),
                None => {
                    let message = format!(
                        "`{}` has no member or direct base `{}`",
                        self.show(self.entities[class].ty),
                        self.show(ty)
                    );
                    let span = self.ast[init.target].span;
                    self.error(codes::INVALID_INITIALIZER, span, message);
                    return Err(Reported);
                }
            }
        };
        let value = match target {
            InitializerTarget::Field(_) => self.member_value(ty, &init.init, init.span)?,
            InitializerTarget::Base(_) | InitializerTarget::Delegate => {
                self.base_value(ty, &init.init, init.span)?
            }
        };
        Ok(Initializer { target, value })
    }

    /// A member of an anonymous union or struct of the class.
    fn anonymous_member(
        &mut self,
        class: ClassId,
        name: lang::base::Name,
        init: &'a ast::MemInit,
    ) -> Check<Option<Initializer>> {
        for index in 0..self.entities[class].fields.len() {
            let field = &self.entities[class].fields[index];
            let (outer_ty, is_anonymous) =
                (field.ty, field.name.is_none() && field.bit_width.is_none());
            let Some(inner) = self.types.class_of(outer_ty).filter(|_| is_anonymous) else {
                continue;
            };
            let fields = &self.entities[inner].fields;
            let Some(member) = fields.iter().position(|field| field.name == Some(name)) else {
                continue;
            };
            let ty = fields[member].ty;
            if !self.is_union(inner) {
                let message = "members of an anonymous struct are initialised in the body";
                self.error(codes::UNSUPPORTED, init.span, message);
                return Err(Reported);
            }
            let value = self.member_value(ty, &init.init, init.span)?;
            let kind = ExprKind::Union { field: member as u32, value };
            let value = self.typed.prvalue(kind, outer_ty, init.span);
            let target = InitializerTarget::Field(index as u32);
            return Ok(Some(Initializer { target, value }));
        }
        Ok(None)
    }

    /// The same for a base, whose constructor may be protected; its arguments are not such bases.
    fn base_value(&mut self, ty: Ty, init: &'a ast::Initializer, span: Span) -> Check<ExprId> {
        match init {
            ast::Initializer::Paren { args, span } => {
                let args = self.operands(args)?;
                self.making_base(ty, |cx| match args.is_empty() {
                    true => cx.value_initialize(ty, *span),
                    false => cx.initialize_parenthesized(ty, args, *span),
                })
            }
            ast::Initializer::List(list) => {
                let operand = self.operand(*list)?;
                self.making_base(ty, |cx| {
                    cx.initialize(ty, operand, super::init::Form::Direct, span)
                })
            }
            init => self.member_value(ty, init, span),
        }
    }

    fn member_value(&mut self, ty: Ty, init: &'a ast::Initializer, span: Span) -> Check<ExprId> {
        match init {
            // `array{other...}` and `array(...)` both go through the ordinary rules.
            ast::Initializer::Paren { args, span } => {
                let args = self.operands(args)?;
                if args.is_empty() {
                    return self.value_initialize(ty, *span);
                }
                self.initialize_parenthesized(ty, args, *span)
            }
            init => self.initializer(ty, init, span),
        }
    }

    fn complete_initializers(
        &mut self,
        class: ClassId,
        given: Vec<Initializer>,
        span: Span,
    ) -> Check<Vec<Initializer>> {
        let mut all = Vec::new();
        let take = |target: InitializerTarget| {
            given.iter().rev().find(|init| init.target == target).cloned()
        };
        for index in 0..self.entities[class].bases.len() {
            let target = InitializerTarget::Base(index as u32);
            let ty = self.entities[class].bases[index].ty;
            all.push(match take(target) {
                Some(init) => init,
                None => {
                    let value = self.making_base(ty, |cx| cx.default_initialize(ty, span))?;
                    Initializer { target, value }
                }
            });
        }
        let mut defaults = Vec::new();
        let named = |index: u32| take(InitializerTarget::Field(index)).is_some();
        let is_union = self.is_union(class);
        if is_union && !given.is_empty() {
            return Ok(given);
        }
        if !(0..self.entities[class].fields.len() as u32).all(named) {
            self.default_unnamed_fields(class, span, &named, &mut defaults)?;
        }
        for index in 0..self.entities[class].fields.len() as u32 {
            let target = InitializerTarget::Field(index);
            let init = take(target)
                .or_else(|| defaults.iter().find(|init| init.target == target).cloned());
            all.extend(init);
        }
        Ok(all)
    }

    fn default_unnamed_fields(
        &mut self,
        class: ClassId,
        span: Span,
        named: &dyn Fn(u32) -> bool,
        out: &mut Vec<Initializer>,
    ) -> Check<()> {
        let is_union = self.is_union(class);
        for index in 0..self.entities[class].fields.len() {
            if named(index as u32) {
                continue;
            }
            let field = self.entities[class].fields[index].clone();
            let value = match self.field_default(class, &field, span)? {
                Some(value) => value,
                None if is_union => continue,
                None if self.is_anonymous_union(&field) => {
                    self.anonymous_union_default(field.ty, span)?
                }
                None if self.types.is_ref(field.ty) => {
                    let name = field.name.map_or("", |name| self.text(name));
                    let message = format!("this constructor leaves the reference `{name}` unbound");
                    self.error(codes::MISSING_INITIALIZER, span, message);
                    return Err(Reported);
                }
                None => self.default_initialize(field.ty, span)?,
            };
            let target = InitializerTarget::Field(index as u32);
            out.push(Initializer { target, value });
        }
        Ok(())
    }

    /// The type that a *mem-initializer-id* names.
    fn type_named(&mut self, name: ast::QualNameId) -> Check<Ty> {
        let scope = self.scope;
        let lookup = self.lookup_name(scope, name).ok_or(Reported)?;
        let Some(entity) = lookup.found.single().cloned() else {
            self.report_name_not_found(scope, name);
            return Err(Reported);
        };
        let ty = match (&entity, lookup.args) {
            (Entity::Type(ty), None) => *ty,
            (Entity::Type(_) | Entity::Template(_), Some(args)) => {
                self.template_id_type(scope, &entity, args, lookup.span)
            }
            _ => {
                let message = format!(
                    "`{}` is neither a member nor a base class",
                    self.show_name(lookup.name)
                );
                self.error(codes::INVALID_INITIALIZER, lookup.span, message);
                return Err(Reported);
            }
        };
        if self.types.is_error(ty) { Err(Reported) } else { Ok(ty) }
    }
}
