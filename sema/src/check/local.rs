//! Declarations in blocks: variables, automatic and static ([dcl.stc], [stmt.dcl]).
//!
//! In: the declaration. Out: the statements that initialise its locals. Structured bindings are in
//! `structured_binding`, the variables of a range-based `for` in `range_for`.

use lang::ast::{self, DeclKind, SpecFlags};
use lang::base::{Diagnostic, Name, Span};

use super::expr::Checker;
use super::init::Form;
use super::operand::{Check, Operand, Reported};
use crate::Cx;
use crate::codes;
use crate::entity::{Entity, FunctionOrigin, Owner, Variable, VariableState};
use crate::scope::{ScopeId, ScopeKind};
use crate::template::deduce::ArgInfo;
use crate::ty::{ArrayLen, AutoKind, Ty, TyKind};
use crate::typed::{ExprId, ExprKind, LocalId, StmtId, StmtKind};

impl<'a> Checker<'_, 'a> {
    pub fn local_declaration(&mut self, id: ast::DeclId, out: &mut Vec<StmtId>) -> Check<()> {
        let decl = &self.ast[id];
        match &decl.kind {
            DeclKind::Variable(variable) => self.local_variable(id, variable, out),
            DeclKind::StructuredBinding(binding) => {
                self.structured_binding(binding, decl.span, out)
            }
            DeclKind::Error => Err(Reported),
            DeclKind::Asm(_) => {
                let expr = self.host_only(crate::typed::HostOnly::Asm, Ty::VOID, decl.span);
                let kind = StmtKind::Expr { expr, hints: Default::default() };
                let stmt = self.made_stmt(kind, decl.span);
                out.push(stmt);
                Ok(())
            }
            _ => {
                let scope = self.scope;
                let declared = self.declare_local(scope, id);
                if let (DeclKind::Function(function), Some(Entity::Function(id))) =
                    (&decl.kind, declared)
                {
                    self.warn_of_vexing_parse(function, id, decl.span);
                }
                Ok(())
            }
        }
    }

    /// Warns of `T x();` in a function, which looks like a variable.
    fn warn_of_vexing_parse(
        &mut self,
        function: &ast::FunctionDecl,
        id: crate::entity::FunctionId,
        span: Span,
    ) {
        let name = self.ast[function.name].span;
        let behind = Span { lo: name.hi, hi: span.hi };
        let text = self.unit.sources.text(behind).trim_end_matches(';');
        let ty = self.types.function_of(self.entities[id].ty).map(|ty| ty.ret);
        let is_object = ty
            .is_some_and(|ty| !self.types.is_void(ty) && !self.types.is_ref(ty) && ty != Ty::ERROR);
        let specs = &function.specs;
        let is_object = is_object && specs.flags.is_empty() && specs.spaces.is_empty();
        if text.split_whitespace().collect::<String>() != "()"
            || !is_object
            || !self.is_users_text(span)
            || self.is_tentative()
        {
            return;
        }
        self.check.vexing.insert(id);
        if !self.check.warned.insert((codes::VEXING_PARSE, name)) {
            return;
        }
        let message = format!(
            "`{}` is declared as a function without parameters, not as a variable",
            self.unit.sources.text(name)
        );
        let diagnostic = Diagnostic::new(codes::VEXING_PARSE, name, message)
            .help("write empty braces, `{}`, for an empty initialiser, or `=` and the first value");
        self.report(diagnostic);
    }

    /// `union { ... };` in a block ([class.union.anon]).
    pub(super) fn is_anonymous_union_decl(&self, decls: &[ast::DeclId]) -> bool {
        let [decl] = decls else { return false };
        matches!(&self.ast[*decl].kind, DeclKind::Class(class)
            if class.key == ast::TagKey::Union && class.name.is_none())
    }

    /// An object without a name whose members are variables of the block.
    pub(super) fn anonymous_union(
        &mut self,
        decl: ast::DeclId,
        out: &mut Vec<StmtId>,
    ) -> Check<()> {
        let (scope, span) = (self.scope, self.ast[decl].span);
        let Some(Entity::Type(ty)) = self.declare_local(scope, decl) else {
            return Err(Reported);
        };
        let init = self.default_initialize(ty, span)?;
        let local = self.typed.local(None, ty, span);
        let stmt = self.made_stmt(StmtKind::Local { local, init }, span);
        out.push(stmt);
        let Some(class) = self.types.class_of(ty) else { return Err(Reported) };
        for index in 0..self.entities[class].fields.len() {
            let object = self.typed.lvalue(ExprKind::Local(local), ty, span);
            let member = self.field(object, class, index as u32, span)?;
            if let Some(name) = self.entities[class].fields[index].name {
                self.scopes.declare(scope, name, Entity::Expr(member));
            }
        }
        Ok(())
    }

    /// A block declares a variable once; its outermost block declares no parameter of a function
    /// and nothing of a condition again ([basic.scope.param]/2, [basic.scope.block]/3).
    pub(super) fn check_declared_once(
        &mut self,
        scope: ScopeId,
        name: Name,
        span: Span,
    ) -> Check<()> {
        let parent = self.scopes[scope].parent.filter(|&parent| {
            let parent = &self.scopes[parent];
            parent.is_header || matches!(parent.kind, ScopeKind::Function(_))
        });
        for scope in [Some(scope), parent].into_iter().flatten() {
            let is_parameters = matches!(self.scopes[scope].kind, ScopeKind::Function(_));
            let is_variable = |entity: &Entity| match entity {
                Entity::Local(_) | Entity::LocalPack(_) | Entity::Variable(_) => true,
                // An alias; a class or enumeration is hidden by a variable.
                Entity::Type(ty) => {
                    !is_parameters
                        && self.types.class_of(*ty).is_none()
                        && self.types.enum_of(*ty).is_none()
                        && !self.types.is_dependent(*ty)
                }
                // Beside the parameters stand the captures of a lambda, which may be hidden.
                Entity::Expr(_) => !is_parameters,
                _ => false,
            };
            let known = self.scopes[scope].locals.all(name).next();
            if let Some(entity) = known
                && is_variable(entity)
            {
                let text = self.text(name);
                let message = format!("`{text}` is declared a second time in this block");
                let mut diagnostic = Diagnostic::new(codes::CONFLICTING_DECLARATION, span, message);
                if let Some(before) = self.entity_span(&entity.clone()) {
                    diagnostic = diagnostic.secondary(before, "declared before");
                }
                self.report(diagnostic);
                return Err(Reported);
            }
        }
        Ok(())
    }

    fn local_variable(
        &mut self,
        id: ast::DeclId,
        variable: &'a ast::VariableDecl,
        out: &mut Vec<StmtId>,
    ) -> Check<()> {
        let span = self.ast[variable.name].span;
        let Some(name) = self.ast.simple_name(variable.name) else { return Err(Reported) };
        let scope = self.scope;
        self.check_hides_no_parameter(scope, name, span);
        self.check_declared_once(scope, name, span)?;
        let flags = variable.specs.flags;
        if flags.has(SpecFlags::CONSTINIT) && !flags.has(SpecFlags::STATIC) {
            let message = "only a variable with static storage is `constinit`";
            self.error(codes::INVALID_SPECIFIER, span, message);
        }
        self.warn_register(flags, span);
        self.check_alignas(scope, id);
        if flags.has(SpecFlags::EXTERN) {
            self.report_extern_local(variable, span);
            // The name is known all the same: its uses have nothing to say about this.
            let local = self.typed.local(Some(name), Ty::ERROR, span);
            self.scopes.declare(scope, name, Entity::Local(local));
            return Err(Reported);
        }
        if flags.has(SpecFlags::STATIC) || flags.has(SpecFlags::THREAD_LOCAL) {
            self.check_static_allowed(flags, name, span);
            return self.static_local(id, variable, name, span);
        }
        if variable.specs.spaces.has(lang::ast::Spaces::SHARED) {
            let expr = self.host_only(crate::typed::HostOnly::Shared, Ty::VOID, span);
            let kind = StmtKind::Expr { expr, hints: Default::default() };
            out.push(self.made_stmt(kind, span));
        }
        let scope = self.scope;
        let declared = self.resolve_type(scope, variable.ty);
        let declared = match flags.has(SpecFlags::CONSTEXPR) {
            true => self.types.add_const(declared),
            false => declared,
        };
        let local = self.typed.local(Some(name), declared, span);
        self.typed.locals[local].is_restrict =
            self.ast.types[variable.ty].cv.has(lang::ast::Cv::RESTRICT);
        self.typed.locals[local].may_be_unused = self.is_maybe_unused(id);
        self.warn_shadowed(scope, name, span);
        self.scopes.declare(scope, name, Entity::Local(local));
        let made = match self.types.is_error(declared) {
            true => Err(Reported),
            false => {
                self.check.initializing.push(local);
                let made = self.initialize_declared(declared, &variable.init, span);
                self.check.initializing.pop();
                made
            }
        };
        let (ty, init) = match made {
            Ok(made) => made,
            Err(Reported) => {
                // The name is known all the same: its uses have nothing to say about this.
                self.typed.locals[local].ty = Ty::ERROR;
                return Err(Reported);
            }
        };
        self.typed.locals[local].ty = ty;
        self.require_object(ty, span)?;
        let init = self.note_constant(local, init, flags.has(SpecFlags::CONSTEXPR))?;
        self.note_variable(Some(name), init, span);
        let stmt = self.made_stmt(StmtKind::Local { local, init }, span);
        out.push(stmt);
        Ok(())
    }

    /// `auto a = x, b = y;` deduces one type ([dcl.spec.auto]/8).
    pub(super) fn check_one_placeholder(&mut self, decls: &[ast::DeclId]) -> Check<()> {
        let mut first: Option<(Name, Ty)> = None;
        for &decl in decls {
            let Some((name, ty)) = self.deduced_placeholder(decl) else { continue };
            match first {
                Some((other, known)) if known != ty => {
                    let message = format!(
                        "`auto` is deduced as `{}` for `{}` and as `{}` for `{}`",
                        self.show(known),
                        self.text(other),
                        self.show(ty),
                        self.text(name)
                    );
                    let DeclKind::Variable(variable) = &self.ast[decl].kind else { continue };
                    let span = self.ast[variable.name].span;
                    self.error(codes::CANNOT_DEDUCE_AUTO, span, message);
                    return Err(Reported);
                }
                Some(_) => {}
                None => first = Some((name, ty)),
            }
        }
        Ok(())
    }

    /// What the placeholder in the type of a variable that was just declared stands for.
    fn deduced_placeholder(&mut self, decl: ast::DeclId) -> Option<(Name, Ty)> {
        let DeclKind::Variable(variable) = &self.ast[decl].kind else { return None };
        let name = self.ast.simple_name(variable.name)?;
        let scope = self.scope;
        let declared = self.tentatively(|cx| cx.resolve_type(scope, variable.ty)).ok()?;
        if !self.types.has_placeholder(declared) {
            return None;
        }
        let found = self.scopes[scope].locals.iter().rev().find(|(local, _)| *local == name)?;
        let Entity::Local(local) = found.1 else { return None };
        let ty = self.typed.locals[local].ty;
        self.placeholder_type(declared, ty).map(|ty| (name, ty))
    }

    /// The part of `ty` where `declared` has its placeholder.
    fn placeholder_type(&self, declared: Ty, ty: Ty) -> Option<Ty> {
        match (self.types.kind(declared), self.types.kind(ty)) {
            (TyKind::Auto { .. }, _) => Some(self.types.strip_cv(ty)),
            (TyKind::Qualified(inner, _), _) => {
                self.placeholder_type(*inner, self.types.strip_cv(ty))
            }
            (TyKind::RRef(_), TyKind::LRef(_)) => Some(ty),
            (TyKind::Pointer(a), TyKind::Pointer(b))
            | (TyKind::LRef(a), TyKind::LRef(b))
            | (TyKind::RRef(a), TyKind::RRef(b)) => self.placeholder_type(*a, *b),
            (_, TyKind::Qualified(inner, _)) => self.placeholder_type(declared, *inner),
            _ => None,
        }
    }

    /// Remembers the value of a variable that is usable in constant expressions
    /// ([expr.const]/3). Gives what the variable is to be initialised with: for a `constexpr`
    /// object its value, so that nothing calls what only its evaluation called.
    pub(super) fn note_constant(
        &mut self,
        local: LocalId,
        init: ExprId,
        is_constexpr: bool,
    ) -> Check<ExprId> {
        let ty = self.typed.locals[local].ty;
        let is_reference = self.types.is_ref(ty);
        let cv = self.types.cv(ty);
        let is_integral = self.types.is_integral(ty) || self.types.enum_of(ty).is_some();
        if is_constexpr {
            match crate::constexpr::evaluate(self, init) {
                Ok(value) => {
                    self.typed.locals[local].constant = Some(value.clone());
                    if !is_reference && value.is_self_contained() {
                        let node = &self.typed.exprs[init];
                        let (ty, span) = (node.ty, node.span);
                        let constant = self.constant(value, ty, span);
                        self.note_folded(constant, init);
                        return Ok(constant);
                    }
                }
                Err(why) => {
                    if !self.is_tentative() {
                        self.check.broken_constants.insert(local);
                    }
                    self.report(*why);
                    return Err(Reported);
                }
            }
        } else if !is_reference && cv.is_const() && !cv.is_volatile() && is_integral {
            self.typed.locals[local].constant = self.constant_of(init);
        }
        Ok(init)
    }

    /// A `constexpr` function has no variable with static storage ([dcl.constexpr]/3); constants are allowed, as C++23 and
    /// Clang have it.
    fn check_static_allowed(&mut self, flags: SpecFlags, name: Name, span: Span) {
        let function = self.scopes.chain(self.scope).find_map(|id| match self.scopes[id].kind {
            ScopeKind::Function(function) => Some(function),
            _ => None,
        });
        let is_constexpr = function.is_some_and(|function| {
            self.entities[function].is_constexpr
                && matches!(self.entities[function].origin, FunctionOrigin::Declared(_))
        });
        if is_constexpr && !flags.has(SpecFlags::CONSTEXPR) {
            let message = format!(
                "`{}` has static storage, which a variable of a `constexpr` function cannot have",
                self.text(name)
            );
            let diagnostic = Diagnostic::new(codes::INVALID_SPECIFIER, span, message)
                .help("make the variable `constexpr`, or the function not `constexpr`");
            self.report(diagnostic);
        }
    }

    /// A variable with static storage that only this block names.
    fn static_local(
        &mut self,
        decl: ast::DeclId,
        variable: &'a ast::VariableDecl,
        name: Name,
        span: Span,
    ) -> Check<()> {
        let scope = self.scope;
        let order = self
            .scopes
            .enclosing_namespace(scope)
            .map_or(crate::scope::Order::END, |(_, order)| order);
        let var = self.entities.vars.push(Variable {
            name,
            owner: Owner::Function,
            decl,
            scope,
            ty: Ty::ERROR,
            template: None,
            spaces: variable.specs.spaces,
            is_constexpr: variable.specs.flags.has(SpecFlags::CONSTEXPR),
            is_static: true,
            is_local: true,
            is_temporary: false,
            state: VariableState::Unresolved,
            value: None,
            broken: None,
            access: ast::Access::Public,
            order,
            bounded_from: None,
            span,
        });
        self.scopes.declare(scope, name, Entity::Variable(var));
        let ty = self.variable_type(var, span);
        if self.types.is_error(ty) {
            return Err(Reported);
        }
        self.check_initializer(var, span);
        Ok(())
    }

    /// The type and initialiser of a variable declared with a type that may hold a placeholder.
    pub fn initialize_declared(
        &mut self,
        declared: Ty,
        init: &'a ast::Initializer,
        span: Span,
    ) -> Check<(Ty, ExprId)> {
        if self.types.is_error(declared) {
            return Err(Reported);
        }
        if let Some(template) = self.deduced_class(declared) {
            return self.initialize_deduced_class(declared, template, init, span);
        }
        if self.types.has_placeholder(declared) {
            return self.initialize_auto(declared, init, span);
        }
        let value = self.initializer(declared, init, span)?;
        let ty = self.completed_array(declared, value, span)?;
        if !self.types.is_ref(ty) && !self.require_complete(ty, span) {
            return Err(Reported);
        }
        Ok((ty, value))
    }

    /// `T a[] = ...` has the bound of its initialiser ([dcl.array]).
    fn completed_array(&mut self, declared: Ty, value: ExprId, span: Span) -> Check<Ty> {
        let TyKind::Array(elem, ArrayLen::Unknown) = *self.types.kind(declared) else {
            return Ok(declared);
        };
        match self.types.kind(self.typed.exprs[value].ty) {
            // [dcl.init.aggr]/10
            TyKind::Array(_, ArrayLen::Known(0)) => {
                let message = "the length of the array is that of its initialiser, which is empty";
                self.error(codes::INITIALIZER_COUNT, span, message);
                Err(Reported)
            }
            TyKind::Array(_, len) => {
                let len = len.clone();
                Ok(self.types.array(elem, len))
            }
            _ => Ok(declared),
        }
    }

    /// `auto x = e`, `auto& x = e`, `decltype(auto) x = e` ([dcl.type.auto.deduct])
    fn initialize_auto(
        &mut self,
        declared: Ty,
        init: &'a ast::Initializer,
        span: Span,
    ) -> Check<(Ty, ExprId)> {
        if let Some(template) = self.deduced_class_inside(declared) {
            let name = self.show_name(self.entities[template].name);
            let message = format!("`{name}` needs template arguments here");
            let diagnostic =
                lang::base::Diagnostic::new(codes::TEMPLATE_ARGUMENT_COUNT, span, message)
                    .help("only the whole type of a variable is deduced from its initialiser");
            self.report(diagnostic);
            return Err(Reported);
        }
        let (id, form) = match init {
            ast::Initializer::None => {
                let message = "`auto` needs an initialiser to deduce its type from";
                self.error(codes::CANNOT_DEDUCE_AUTO, span, message);
                return Err(Reported);
            }
            ast::Initializer::Copy(expr) => (*expr, Form::Copy),
            ast::Initializer::Paren { args, .. } => match args.as_slice() {
                [only] => (*only, Form::Direct),
                _ => {
                    let message = "`auto` must be deduced from exactly one value";
                    self.error(codes::CANNOT_DEDUCE_AUTO, span, message);
                    return Err(Reported);
                }
            },
            // `auto x{e}` is `auto x(e)`.
            ast::Initializer::List(expr) => match &self.ast[*expr].kind {
                ast::ExprKind::InitList(list) if list.items.len() == 1 => {
                    (list.items[0].value, Form::Direct)
                }
                _ => {
                    let message = "`auto` must be deduced from exactly one value";
                    self.error(codes::CANNOT_DEDUCE_AUTO, span, message);
                    return Err(Reported);
                }
            },
        };
        let at = self.ast[id].span;
        let operand = self.operand(id)?;
        let operand = match operand {
            Operand::Overloads(set) => Operand::Expr(self.designated(Operand::Overloads(set))?),
            operand => operand,
        };
        let ty = match self.types.kind(declared) {
            TyKind::Auto { kind: AutoKind::DecltypeAuto, .. } => {
                let scope = self.scope;
                self.decltype_of(scope, id)?
            }
            _ => {
                let info = operand.info(self);
                match (&info, form) {
                    (ArgInfo::InitList(items), Form::Copy) => {
                        self.deduce_auto_list(declared, items, at)
                    }
                    _ => self.deduce_auto(declared, &info, at),
                }
            }
        };
        if self.types.is_error(ty) {
            return Err(Reported);
        }
        if self.types.is_void(ty) {
            let message = "`auto` is deduced as `void` here, and an object cannot have type `void`";
            self.error(codes::CANNOT_DEDUCE_AUTO, at, message);
            return Err(Reported);
        }
        let value = self.initialize(ty, operand, form, at)?;
        Ok((ty, value))
    }

    /// `ct::tile x = e`, `extents e{1, 2}`
    fn initialize_deduced_class(
        &mut self,
        declared: Ty,
        template: crate::entity::TemplateId,
        init: &'a ast::Initializer,
        span: Span,
    ) -> Check<(Ty, ExprId)> {
        let cv = self.types.cv(declared);
        let (ty, value) = match init {
            ast::Initializer::None => {
                let ty = self.deduce_class(template, &[], Form::Direct, span)?;
                (ty, self.default_initialize(ty, span)?)
            }
            ast::Initializer::Copy(expr) => {
                let at = self.ast[*expr].span;
                match self.operand(*expr)? {
                    Operand::List(list) => {
                        let ty = self.deduce_class_from_list(template, &list, Form::Copy, at)?;
                        (ty, self.initialize_list(ty, *list, Form::Copy, at)?)
                    }
                    operand => {
                        let args = [operand];
                        let ty = self.deduce_class(template, &args, Form::Copy, at)?;
                        let [operand] = args;
                        (ty, self.initialize(ty, operand, Form::Copy, at)?)
                    }
                }
            }
            ast::Initializer::Paren { args, span } => {
                let args = self.operands(args)?;
                let ty = self.deduce_class(template, &args, Form::Direct, *span)?;
                (ty, self.initialize_parenthesized(ty, args, *span)?)
            }
            ast::Initializer::List(expr) => {
                let at = self.ast[*expr].span;
                let list = self.list(*expr)?;
                let ty = self.deduce_class_from_list(template, &list, Form::Direct, at)?;
                (ty, self.initialize_list(ty, list, Form::Direct, at)?)
            }
        };
        Ok((self.types.qualified(ty, cv), value))
    }

    pub fn local_expr(&mut self, local: LocalId, span: Span) -> ExprId {
        let ty = self.types.strip_ref(self.typed.locals[local].ty);
        self.typed.lvalue(ExprKind::Local(local), ty, span)
    }
}

impl Cx<'_> {
    /// Writes the deduced return type into the type of a function.
    pub fn set_return_type(&mut self, function: crate::entity::FunctionId, ret: Ty) {
        let ty = self.entities[function].ty;
        let Some(function_ty) = self.types.function_of(ty) else { return };
        let new = crate::ty::FunctionTy { ret, ..function_ty.clone() };
        self.entities[function].ty = self.types.function(new);
    }
}
