//! Functions: declarations, redeclarations, definitions found elsewhere ([dcl.fct], [temp.fct]).
//!
//! A function entity is made from a declaration and the scope it is read in; for a specialisation
//! that scope binds the template's parameters. The types are resolved at once, the *noexcept*
//! clause, default arguments and the body on demand.

use lang::ast::{self, DeclId, DeclKind, Explicit, Spaces, SpecFlags};
use lang::base::{Diagnostic, Name, Span};
use smallvec::smallvec;

use super::decl::{Declared, Place};
use super::enter::declared_name;
use super::types::{cv_of, ref_qualifier};
use crate::Cx;
use crate::codes;
use crate::cx::{Instantiated, Queued};
use crate::entity::{
    BodyState, DeclName, Definition, Entity, Function, FunctionId, FunctionKind, FunctionOrigin,
    Owner, Parameter, SpecialKind, TemplateId,
};
use crate::evaluate::Query;
use crate::scope::{ScopeId, ScopeKind};
use crate::template::pack::{Element, Pattern};
use crate::ty::{Args, Cv, Exceptions, FunctionTy, Ty, TyKind};

/// The parts of a function declaration, a lambda or a deduction guide that make a function.
pub(crate) struct FunctionSource<'a> {
    pub name: DeclName,
    pub kind: FunctionKind,
    pub origin: FunctionOrigin,
    pub params: &'a [DeclId],
    pub is_variadic: bool,
    pub ret: Option<ast::TypeExprId>,
    pub has_trailing_return: bool,
    pub cv: Cv,
    pub ref_qualifier: Option<ast::RefQualifier>,
    pub noexcept: ast::Noexcept,
    pub requires: Option<ast::ExprId>,
    pub flags: SpecFlags,
    pub spaces: Spaces,
    pub explicit: Explicit,
    pub definition: Definition,
    pub attrs: &'a [ast::Attribute],
    pub access: ast::Access,
    pub span: Span,
}

pub(crate) const MISSING_DEFAULT_ARGUMENT: &str =
    "missing default argument: an earlier parameter has one";

impl<'a> Cx<'a> {
    pub(crate) fn function_source(&self, decl: DeclId) -> Option<FunctionSource<'a>> {
        let ast = self.ast;
        let inner = ast.templated(decl);
        let node = &ast[inner];
        let (name, _) = declared_name(ast, inner)?;
        let access = ast[decl].access.or(node.access).unwrap_or(ast::Access::Public);
        match &node.kind {
            DeclKind::Function(function) => {
                let ret = match (&function.kind, &ast[function.name].last.id) {
                    (ast::FunctionKind::Conversion, ast::UnqualifiedId::Conversion(ty)) => {
                        Some(*ty)
                    }
                    _ => function.ty.ret,
                };
                Some(FunctionSource {
                    name,
                    kind: match function.kind {
                        ast::FunctionKind::Ordinary => FunctionKind::Ordinary,
                        ast::FunctionKind::Constructor => FunctionKind::Constructor,
                        ast::FunctionKind::Destructor => FunctionKind::Destructor,
                        ast::FunctionKind::Conversion => FunctionKind::Conversion,
                    },
                    origin: FunctionOrigin::Declared(inner),
                    params: &function.ty.params,
                    is_variadic: function.ty.is_variadic,
                    ret,
                    has_trailing_return: function.ty.has_trailing_return,
                    cv: cv_of(function.ty.cv),
                    ref_qualifier: function.ty.ref_qualifier,
                    noexcept: function.ty.noexcept,
                    requires: function.requires,
                    flags: function.specs.flags,
                    spaces: function.specs.spaces,
                    explicit: function.specs.explicit,
                    definition: match function.body {
                        ast::FunctionBody::None => Definition::None,
                        ast::FunctionBody::Defaulted => Definition::Defaulted,
                        ast::FunctionBody::Deleted => Definition::Deleted,
                        ast::FunctionBody::Definition(body) => Definition::Body(body),
                    },
                    attrs: if node.attrs.is_empty() { &ast[decl].attrs } else { &node.attrs },
                    access,
                    span: ast[function.name].span,
                })
            }
            DeclKind::DeductionGuide(guide) => Some(FunctionSource {
                name,
                kind: FunctionKind::DeductionGuide,
                origin: FunctionOrigin::Declared(inner),
                params: &guide.params,
                is_variadic: guide.is_variadic,
                ret: Some(guide.result),
                has_trailing_return: true,
                cv: Cv::NONE,
                ref_qualifier: None,
                noexcept: ast::Noexcept::Absent,
                requires: guide.requires,
                flags: guide.specs.flags,
                spaces: guide.specs.spaces,
                explicit: guide.specs.explicit,
                definition: Definition::None,
                attrs: &node.attrs,
                access,
                span: ast[guide.name].span,
            }),
            _ => None,
        }
    }

    /// The call operator of a lambda ([expr.prim.lambda.closure]).
    pub(crate) fn lambda_source(&self, expr: ast::ExprId) -> Option<FunctionSource<'a>> {
        let ast = self.ast;
        let ast::ExprKind::Lambda(lambda) = &ast[expr].kind else { return None };
        let mut flags = SpecFlags::NONE;
        for (spec, flag) in [
            (ast::LambdaSpecs::CONSTEXPR, SpecFlags::CONSTEXPR),
            (ast::LambdaSpecs::CONSTEVAL, SpecFlags::CONSTEVAL),
            (ast::LambdaSpecs::STATIC, SpecFlags::STATIC),
        ] {
            if lambda.specs.has(spec) {
                flags.insert(flag);
            }
        }
        let mut spaces = Spaces::NONE;
        for (spec, space) in [
            (ast::LambdaSpecs::TILE, Spaces::TILE),
            (ast::LambdaSpecs::DEVICE, Spaces::DEVICE),
            (ast::LambdaSpecs::HOST, Spaces::HOST),
        ] {
            if lambda.specs.has(spec) {
                spaces.insert(space);
            }
        }
        let is_mutable = lambda.specs.has(ast::LambdaSpecs::MUTABLE)
            || lambda.specs.has(ast::LambdaSpecs::STATIC);
        let body_span = ast[lambda.body].span;
        Some(FunctionSource {
            name: DeclName::Operator(ast::OverloadedOperator::Call),
            kind: FunctionKind::Ordinary,
            origin: FunctionOrigin::Lambda(expr),
            params: &lambda.ty.params,
            is_variadic: lambda.ty.is_variadic,
            ret: lambda.ty.ret,
            has_trailing_return: true,
            cv: if is_mutable { Cv::NONE } else { Cv::CONST },
            ref_qualifier: lambda.ty.ref_qualifier,
            noexcept: lambda.ty.noexcept,
            requires: lambda.requires,
            flags,
            spaces,
            explicit: Explicit::No,
            definition: Definition::Body(lambda.body),
            attrs: &lambda.attrs,
            access: ast::Access::Public,
            span: Span::new(ast[expr].span.lo, body_span.lo),
        })
    }

    /// A function that is not a template: a new one, or a redeclaration.
    pub(crate) fn declare_plain_function(
        &mut self,
        place: Place,
        name: DeclName,
        decl: DeclId,
        before: &[Entity],
    ) -> Declared {
        let Some(source) = self.function_source(decl) else { return Declared::new() };
        let _ = name;
        // The signature of a host function may use types that only host headers declare: an error
        // where tile code calls it.
        let is_tile = source.spaces.intersects(tile_spaces())
            || source.flags.has(SpecFlags::CONSTEXPR)
            || source.flags.has(SpecFlags::CONSTEVAL)
            || matches!(place.owner, Owner::Class(_));
        let id = if is_tile {
            self.new_function(place, &source, place.scope, None)
        } else {
            let id = self.tentatively(|cx| cx.new_function(place, &source, place.scope, None));
            match id {
                Ok(id) => id,
                Err(why) => {
                    let id = self.host_function(place, &source);
                    self.unusable.insert(id, why);
                    return smallvec![Entity::Function(id)];
                }
            }
        };
        self.enter_function(place, id, before)
    }

    /// A function beside those that its scope has by its name: a redeclaration of one of them, or another one.
    pub(super) fn enter_function(
        &mut self,
        place: Place,
        id: FunctionId,
        before: &[Entity],
    ) -> Declared {
        for entity in before {
            let Entity::Function(old) = *entity else { continue };
            // What a *using-declaration* of a base brought in is hidden, not declared again
            // ([namespace.udecl]/14); lookup leaves it out.
            let is_inherited = matches!(place.owner, Owner::Class(_))
                && (self.entities[old].owner != place.owner
                    || matches!(self.entities[old].origin, FunctionOrigin::Inherited(_)));
            if is_inherited {
                continue;
            }
            if self.same_parameters(old, id) && self.same_requires(old, id) {
                match place.owner {
                    Owner::Class(_) => self.report_member_again(old, id),
                    _ => {
                        self.redeclare_function(old, id);
                        self.check_default_arguments(old);
                    }
                }
                return Declared::new();
            }
            if matches!(place.owner, Owner::Class(_)) && !self.check_members_overload(old, id) {
                return Declared::new();
            }
        }
        self.check_default_arguments(id);
        self.check_c_linkage(id, before);
        self.check_foreign_declaration(id, before);
        smallvec![Entity::Function(id)]
    }

    /// [class.mem.general]/5
    fn report_member_again(&mut self, old: FunctionId, new: FunctionId) {
        let message =
            format!("`{}` is declared a second time in its class", self.show_function(old));
        let span = self.entities[new].span;
        let diagnostic = Diagnostic::new(codes::CONFLICTING_DECLARATION, span, message)
            .secondary(self.entities[old].span, "declared before")
            .help("leave one of the declarations out");
        self.report(diagnostic);
    }

    /// Behind a parameter with a default argument every one has one, unless a pack expanded to it
    /// ([dcl.fct.default]/4).
    fn check_default_arguments(&mut self, function: FunctionId) {
        let params = &self.entities[function].params;
        let Some(first) = params.iter().position(|param| param.default.is_some()) else { return };
        let bare = params[first..].iter().find(|param| param.default.is_none() && !param.from_pack);
        if let Some(bare) = bare {
            let diagnostic = Diagnostic::new(
                codes::CONFLICTING_DECLARATION,
                bare.span,
                MISSING_DEFAULT_ARGUMENT,
            );
            let diagnostic = diagnostic
                .secondary(params[first].span, "this one has a default argument")
                .help("give both a default argument, or swap them");
            self.report(diagnostic);
        }
    }

    /// A host function whose signature means nothing here.
    fn host_function(&mut self, place: Place, source: &FunctionSource<'a>) -> FunctionId {
        let id = self.blank_function(place, source, place.scope, None);
        self.entities[id].ty = Ty::ERROR;
        id
    }

    pub(super) fn blank_function(
        &mut self,
        place: Place,
        source: &FunctionSource<'a>,
        outer: ScopeId,
        template: Option<(TemplateId, Args)>,
    ) -> FunctionId {
        let scope = self.scopes.push(Some(outer), ScopeKind::Parameters);
        let is_special_static = matches!(
            source.name,
            DeclName::Operator(ast::OverloadedOperator::New | ast::OverloadedOperator::Delete)
        );
        let id = self.entities.functions.push(Function {
            name: source.name,
            kind: source.kind,
            origin: source.origin,
            owner: place.owner,
            outer,
            scope,
            ty: Ty::ERROR,
            params: Vec::new(),
            template,
            definition: source.definition,
            special: None,
            spaces: source.spaces,
            is_static: is_special_static || source.flags.has(SpecFlags::STATIC),
            is_constexpr: source.flags.has(SpecFlags::CONSTEXPR)
                || source.flags.has(SpecFlags::CONSTEVAL),
            is_consteval: source.flags.has(SpecFlags::CONSTEVAL),
            is_virtual: source.flags.has(SpecFlags::VIRTUAL),
            is_inline: source.flags.has(SpecFlags::INLINE),
            is_explicit: source.explicit == Explicit::Yes,
            is_extern_c: place.c_linkage,
            is_explicit_specialization: false,
            access: source.access,
            requires: source.requires,
            noexcept: source.noexcept,
            intrinsic: self.intrinsic_of(source.attrs),
            foreign: self.foreign_of(source.attrs),
            queued: false,
            has_looked_for_definition: false,
            body: BodyState::Unchecked,
            order: place.order,
            span: source.span,
        });
        self.scopes[scope].kind = ScopeKind::Function(id);
        id
    }

    /// A function entity; the scope `outer` binds the template arguments. Reports, in the immediate
    /// context, what is wrong with the signature.
    pub(crate) fn new_function(
        &mut self,
        place: Place,
        source: &FunctionSource<'a>,
        outer: ScopeId,
        template: Option<(TemplateId, Args)>,
    ) -> FunctionId {
        let id = self.blank_function(place, source, outer, template);
        self.complete_signature(id, source);
        id
    }

    fn complete_signature(&mut self, id: FunctionId, source: &FunctionSource<'a>) {
        let scope = self.entities[id].scope;
        let outer = self.entities[id].outer;
        let params = self.declare_parameters(scope, source.params);
        let mut types = Vec::with_capacity(params.len());
        for param in &params {
            types.push(self.types.strip_cv(param.ty));
        }
        let failed = types.contains(&Ty::ERROR);
        self.entities[id].params = params;
        let ret = match source.ret {
            Some(ret) if source.has_trailing_return => self.resolve_type(scope, ret),
            Some(ret) => self.resolve_type(outer, ret),
            // A lambda without a return type; constructors and destructors return nothing.
            None if matches!(source.origin, FunctionOrigin::Lambda(_)) => {
                let kind = crate::ty::AutoKind::Auto;
                self.types.intern(TyKind::Auto { kind, constraint: None })
            }
            None => Ty::VOID,
        };
        if let Explicit::If(expr) = source.explicit {
            self.entities[id].is_explicit = !self.is_dependent_in(scope, Pattern::Expr(expr))
                && self.constant_bool(scope, expr).unwrap_or(false);
        }
        if failed || ret == Ty::ERROR {
            return;
        }
        let written = source.ret.map_or(source.span, |ret| self.ast[ret].span);
        if self.refuse_deduced_class(ret, written, "the type that a function returns") {
            return;
        }
        if matches!(self.types.kind(ret), TyKind::Array(..) | TyKind::Function(_)) {
            let message = format!("a function cannot return `{}`", self.show(ret));
            self.error(codes::INVALID_TYPE, source.span, message);
            return;
        }
        let is_member =
            matches!(self.entities[id].owner, Owner::Class(_)) && !self.entities[id].is_static;
        let ty = FunctionTy {
            ret,
            params: types.into(),
            variadic: source.is_variadic || self.ends_in_ellipsis(scope, source.params),
            cv: if is_member { source.cv } else { Cv::NONE },
            ref_qualifier: ref_qualifier(source.ref_qualifier),
            exceptions: Exceptions::of(source.noexcept == ast::Noexcept::Always),
        };
        self.entities[id].ty = self.types.function(ty);
        self.entities[id].special = self.special_kind(id);
        // Of functions with plain names that is said where they are declared.
        let is_plain = matches!(self.entities[id].name, DeclName::Identifier(_));
        if source.definition == Definition::Defaulted && !is_plain && !self.is_defaultable(id) {
            let message = "only special member functions and comparison operators with their usual \
                           parameters can be defaulted";
            self.error(codes::INVALID_OPERATOR_FUNCTION, source.span, message);
        }
    }

    /// Declares the parameters of a function in `scope`, packs expanded.
    pub(crate) fn declare_parameters(
        &mut self,
        scope: ScopeId,
        decls: &'a [DeclId],
    ) -> Vec<Parameter> {
        let ast = self.ast;
        let mut params = Vec::with_capacity(decls.len());
        for (index, &decl) in decls.iter().enumerate() {
            let DeclKind::Param(written) = &ast[decl].kind else { continue };
            let span = written.name.map_or(ast[decl].span, |name| name.span);
            let name = written.name.map(|name| name.name);
            if let Some(name) = name {
                self.check_hides_no_parameter(scope, name, span);
            }
            self.warn_register(written.specs.flags, span);
            // What stands before the `...` may be a pack of these parameters: they are declared by now.
            let is_last = index + 1 == decls.len();
            if !written.is_pack || is_last && self.ends_in_ellipsis(scope, decls) {
                let ty = self.parameter_declared_type(scope, written.ty, span);
                let default = written.default.map(|expr| (expr, scope));
                let local = self.typed.local(name, ty, span);
                self.typed.locals[local].may_be_unused = self.is_maybe_unused(decl);
                self.typed.locals[local].is_parameter = true;
                if let Some(name) = name {
                    self.scopes.declare(scope, name, Entity::Local(local));
                }
                let decl = Some(decl);
                params.push(Parameter { name, ty, decl, default, local, from_pack: false, span });
                continue;
            }
            let elements = self.expansion(scope, Pattern::Type(written.ty)).unwrap_or_default();
            let mut pack = Vec::with_capacity(elements.len());
            for (index, element) in elements.into_iter().enumerate() {
                let inner = self.scopes.expansion(scope, index as u32);
                let mut ty = self.parameter_declared_type(inner, written.ty, span);
                if element == Element::Open && ty != Ty::ERROR {
                    ty = self.types.intern(TyKind::PackExpansion(ty));
                }
                let local = self.typed.local(name, ty, span);
                pack.push((Entity::Local(local), element));
                let decl = Some(decl);
                let default = None;
                params.push(Parameter { name, ty, decl, default, local, from_pack: true, span });
            }
            if let Some(name) = name {
                let entity = match pack.as_slice() {
                    [(only, Element::Open)] => only.clone(),
                    _ => Entity::LocalPack(pack.into_iter().map(|(entity, _)| entity).collect()),
                };
                self.scopes.declare(scope, name, entity);
            }
        }
        params
    }

    fn parameter_declared_type(&mut self, scope: ScopeId, ty: ast::TypeExprId, span: Span) -> Ty {
        let written = self.ast[ty].span;
        let ty = self.resolve_type(scope, ty);
        if self.types.is_void(ty) {
            self.error(codes::INVALID_TYPE, span, "a parameter cannot be `void`");
            return Ty::ERROR;
        }
        if self.refuse_deduced_class(ty, written, "the type of a parameter") {
            return Ty::ERROR;
        }
        match self.types.kind(ty) {
            TyKind::Array(..) | TyKind::Function(_) => self.types.decay(ty),
            _ => ty,
        }
    }

    /// The mnemonic in `[[tilec::op("...")]]`.
    fn intrinsic_of(&self, attrs: &[ast::Attribute]) -> Option<Name> {
        attrs.iter().find_map(|attr| match attr.kind {
            ast::AttributeKind::Standard { scope: Some(scope), name, .. }
                if self.text(scope) == "tilec" && self.text(name) == "op" =>
            {
                let text = self.unit.sources.text(attr.span);
                let mnemonic = text.split('"').nth(1)?;
                self.names.get(mnemonic)
            }
            _ => None,
        })
    }

    /// Whether two functions have the same parameter-type-list and qualifiers
    /// ([over.load]/[basic.scope.scope]/4).
    pub(crate) fn same_parameters(&self, a: FunctionId, b: FunctionId) -> bool {
        let (a, b) = (&self.entities[a], &self.entities[b]);
        match (self.types.function_of(a.ty), self.types.function_of(b.ty)) {
            (Some(x), Some(y)) => {
                x.params == y.params
                    && x.variadic == y.variadic
                    && x.cv == y.cv
                    && x.ref_qualifier == y.ref_qualifier
                    && (a.kind != FunctionKind::Conversion || x.ret == y.ret)
            }
            _ => false,
        }
    }

    /// Whether the trailing *requires-clauses* are the same text.
    pub(crate) fn same_requires(&self, a: FunctionId, b: FunctionId) -> bool {
        match (self.entities[a].requires, self.entities[b].requires) {
            (None, None) => true,
            (Some(a), Some(b)) => self.same_text(self.ast[a].span, self.ast[b].span),
            _ => false,
        }
    }

    pub(crate) fn same_text(&self, a: Span, b: Span) -> bool {
        let sources = self.unit.sources;
        let words = |span: Span| sources.text(span).split_whitespace().collect::<Vec<_>>();
        a == b || words(a) == words(b)
    }

    /// `new`, just made, declares `old` again.
    pub(crate) fn redeclare_function(&mut self, old: FunctionId, new: FunctionId) {
        let ret = |cx: &Self, id: FunctionId| {
            cx.types.function_of(cx.entities[id].ty).map(|function| function.ret)
        };
        if ret(self, old) != ret(self, new) {
            let message =
                format!("`{}` is declared again with another return type", self.show_function(old));
            let diagnostic =
                Diagnostic::new(codes::CONFLICTING_DECLARATION, self.entities[new].span, message)
                    .secondary(self.entities[old].span, "declared before");
            self.report(diagnostic);
            // Which of the two is meant is unknown; a use reports nothing more.
            self.entities[old].body = BodyState::Error;
            return;
        }
        if self.entities[new].definition != Definition::None
            && self.entities[old].definition != Definition::None
        {
            let message = format!("`{}` is defined a second time", self.show_function(old));
            let diagnostic =
                Diagnostic::new(codes::CONFLICTING_DECLARATION, self.entities[new].span, message)
                    .secondary(self.entities[old].span, "defined before");
            self.report(diagnostic);
            return;
        }
        if self.entities[new].definition == Definition::Deleted {
            let name = self.show_function(old);
            let message = format!("`{name}` is deleted after it has been declared");
            let diagnostic =
                Diagnostic::new(codes::CONFLICTING_DECLARATION, self.entities[new].span, message)
                    .secondary(self.entities[old].span, "declared before")
                    .help("write `= delete` in the first declaration");
            self.report(diagnostic);
            return;
        }
        self.check_function_agrees(old, new);
        let spaces = self.entities[new].spaces;
        self.entities[old].spaces.insert(spaces);
        self.entities[old].is_extern_c |= self.entities[new].is_extern_c;
        if let Some(foreign) = self.entities[new].foreign.clone() {
            self.entities[old].foreign = Some(foreign);
            self.check_foreign(new);
        }
        self.check_defaults_given_once(old, new);
        // Default arguments add up ([dcl.fct.default]/4).
        let defaults: Vec<_> =
            self.entities[new].params.iter().map(|param| param.default).collect();
        if self.entities[new].definition != Definition::None {
            self.take_definition(old, new);
        }
        for (param, default) in self.entities[old].params.iter_mut().zip(defaults) {
            param.default = param.default.or(default);
        }
    }

    /// [dcl.fct.default]/4
    pub(crate) fn check_defaults_given_once(&mut self, old: FunctionId, new: FunctionId) {
        let both = self.entities[old].params.iter().zip(&self.entities[new].params);
        let twice = both
            .filter(|(old, new)| old.default.is_some() && new.default.is_some())
            .map(|(old, new)| (old.span, new.span))
            .next();
        if let Some((before, again)) = twice {
            let message = "the parameter is given a default argument a second time";
            let diagnostic = Diagnostic::new(codes::CONFLICTING_DECLARATION, again, message)
                .secondary(before, "the first")
                .help("leave the default argument out here");
            self.report(diagnostic);
        }
    }

    /// Gives `function` the parameters and body of `other`, another declaration of it.
    pub(crate) fn take_definition(&mut self, function: FunctionId, other: FunctionId) {
        let scope = self.entities[other].scope;
        self.scopes[scope].kind = ScopeKind::Function(function);
        let mut params = std::mem::take(&mut self.entities[other].params);
        for (param, old) in params.iter_mut().zip(&self.entities[function].params) {
            param.default = old.default.or(param.default);
        }
        let (definition, outer) = (self.entities[other].definition, self.entities[other].outer);
        let is_constexpr = self.entities[other].is_constexpr;
        let special = self.entities[other].special;
        let target = &mut self.entities[function];
        target.params = params;
        target.definition = definition;
        target.outer = outer;
        target.scope = scope;
        target.is_constexpr |= is_constexpr;
        target.special = target.special.or(special);
    }

    /// The return type; a placeholder is deduced from the body. Reports at `span` when that fails.
    pub fn return_type(&mut self, function: FunctionId, span: Span) -> Ty {
        let Some(ret) = self.declared_return(function) else { return Ty::ERROR };
        if !self.types.has_placeholder(ret) {
            return ret;
        }
        self.complete_definition(function);
        match self.entities[function].body {
            BodyState::InProgress => {
                let message = format!(
                    "`{}` is used before its return type is known",
                    self.show_function(function)
                );
                let diagnostic = Diagnostic::new(codes::CANNOT_DEDUCE_AUTO, span, message)
                    .secondary(self.entities[function].span, "declared `auto`")
                    .help("write the return type out: a recursive function cannot deduce it");
                self.report(self.with_cycle(Query::Body(function), span, diagnostic));
                return Ty::ERROR;
            }
            BodyState::Unchecked if self.entities[function].definition == Definition::None => {
                let message = format!(
                    "`{}` is declared `auto` and used without a definition that says its type",
                    self.show_function(function)
                );
                let diagnostic = Diagnostic::new(codes::CANNOT_DEDUCE_AUTO, span, message)
                    .secondary(self.entities[function].span, "declared `auto`");
                self.report(diagnostic);
                return Ty::ERROR;
            }
            BodyState::Unchecked => self.instantiate_body(function, span),
            BodyState::Checked(_) | BodyState::Error => {}
        }
        match self.declared_return(function) {
            Some(ret) if !self.types.has_placeholder(ret) => ret,
            _ => Ty::ERROR,
        }
    }

    fn declared_return(&self, function: FunctionId) -> Option<Ty> {
        self.types.function_of(self.entities[function].ty).map(|function| function.ret)
    }

    /// Checks the body, outside of the immediate context of its use.
    pub(crate) fn instantiate_body(&mut self, function: FunctionId, span: Span) {
        if self.is_interrupted() {
            return;
        }
        self.complete_definition(function);
        if !matches!(self.entities[function].body, BodyState::Unchecked) {
            return;
        }
        if let Owner::Class(class) = self.entities[function].owner
            && self.entities[class].fails_assertion
        {
            self.entities[function].body = BodyState::Error;
            return;
        }
        let query = Query::Body(function);
        if self.entities[function].template.is_some() || self.is_member_of_specialization(function)
        {
            let run = |cx: &mut Self| cx.under_way(query, span, |cx| cx.check_body(function));
            self.instantiating(Instantiated::Function(function), span, run);
        } else {
            let of_class = self.scopes.enclosing_class(self.entities[function].outer);
            let is_instantiated =
                of_class.is_some_and(|class| self.is_of_specialization(Owner::Class(class)));
            self.under_way_deeper(query, span, is_instantiated, |cx| cx.check_body(function));
        }
    }

    fn is_member_of_specialization(&self, function: FunctionId) -> bool {
        match self.entities[function].owner {
            Owner::Class(class) => self.entities[class].template.is_some(),
            Owner::Namespace(_) | Owner::Function => false,
        }
    }

    /// The function is called or its address taken by code that is kept: its body will be checked.
    pub fn use_function(&mut self, function: FunctionId, span: Span) {
        if self.entities[function].queued || self.is_tentative() {
            return;
        }
        self.entities[function].queued = true;
        self.complete_definition(function);
        if matches!(self.entities[function].definition, Definition::Body(..)) {
            let is_instantiated = self.entities[function].template.is_some()
                || self.is_member_of_specialization(function);
            let depth = self.queue_depth + usize::from(is_instantiated);
            self.queue.push(Queued { function, span, depth });
        }
    }

    /// Whether a function cannot throw, by its declaration ([except.spec]).
    /// The type of a function that an expression names. Its *noexcept-specifier* is evaluated here, where the type is
    /// needed ([except.spec]/13); declarations compare types without it.
    pub(crate) fn type_of_function(&mut self, function: FunctionId, span: Span) -> Ty {
        self.return_type(function, span);
        let entity = &self.entities[function];
        let ty = entity.ty;
        if !matches!(entity.noexcept, ast::Noexcept::If(_))
            || self.types.is_dependent(ty)
            || !self.is_noexcept_function(function)
        {
            return ty;
        }
        let Some(mut known) = self.types.function_of(ty).cloned() else { return ty };
        known.exceptions = Exceptions::Noexcept;
        self.types.function(known)
    }

    pub fn is_noexcept_function(&mut self, function: FunctionId) -> bool {
        if let Some(&known) = self.noexcept_cache.get(&function) {
            return known;
        }
        let span = match self.entities[function].noexcept {
            ast::Noexcept::If(expr) => self.ast[expr].span,
            ast::Noexcept::Always | ast::Noexcept::Absent => self.entities[function].span,
        };
        let query = Query::Noexcept(function);
        self.evaluating_hard(query, span, |cx| cx.evaluate_noexcept(function)).unwrap_or(false)
    }

    fn evaluate_noexcept(&mut self, function: FunctionId) -> bool {
        let scope = self.entities[function].scope;
        let value = match self.entities[function].noexcept {
            ast::Noexcept::Always
                if matches!(
                    self.entities[function].origin,
                    FunctionOrigin::Implicit | FunctionOrigin::Inherited(_)
                ) =>
            {
                self.is_implicitly_noexcept(function)
            }
            ast::Noexcept::Always => true,
            ast::Noexcept::Absent => self.is_implicitly_noexcept(function),
            ast::Noexcept::If(expr) => {
                let value = self.constant_bool(scope, expr).unwrap_or(false);
                // A wrong one is reported once.
                if self.is_tentative() && !self.gave_up {
                    return value;
                }
                value
            }
        };
        self.noexcept_cache.insert(function, value);
        value
    }

    /// [dcl.fct.def.default]/1
    fn is_defaultable(&self, id: FunctionId) -> bool {
        let function = &self.entities[id];
        let is_reference =
            |ty: Ty| matches!(self.types.kind(ty), TyKind::LRef(_) | TyKind::RRef(_));
        let has_default = function.params.iter().any(|param| param.default.is_some());
        match function.special {
            None => false,
            Some(SpecialKind::Comparison(_) | SpecialKind::Destructor) => true,
            Some(SpecialKind::DefaultConstructor) => function.params.is_empty(),
            Some(SpecialKind::CopyConstructor | SpecialKind::MoveConstructor) => {
                function.params.len() == 1 && !has_default
            }
            Some(SpecialKind::CopyAssignment | SpecialKind::MoveAssignment) => {
                function.params.iter().all(|param| is_reference(param.ty)) && !has_default
            }
        }
    }

    /// The special member function that a declaration is ([special]).
    fn special_kind(&self, id: FunctionId) -> Option<SpecialKind> {
        let function = &self.entities[id];
        let ty = self.types.function_of(function.ty)?;
        if function.definition == Definition::Defaulted
            && let DeclName::Operator(op) = function.name
        {
            use ast::OverloadedOperator::*;
            if matches!(
                op,
                Equal | NotEqual | Less | Greater | LessEqual | GreaterEqual | Spaceship
            ) {
                return Some(SpecialKind::Comparison(op));
            }
        }
        let Owner::Class(class) = function.owner else { return None };
        if function.template.is_some() {
            return None;
        }
        let own = self.entities[class].ty;
        let all_default =
            |from: usize| function.params.iter().skip(from).all(|param| param.default.is_some());
        let first = ty.params.first().copied();
        let is_copy = |ty: Ty| match *self.types.kind(ty) {
            TyKind::LRef(inner) => self.types.strip_cv(inner) == own,
            _ => false,
        };
        let is_move = |ty: Ty| match *self.types.kind(ty) {
            TyKind::RRef(inner) => self.types.strip_cv(inner) == own,
            _ => false,
        };
        match (function.kind, function.name) {
            (FunctionKind::Constructor, _) => match first {
                Some(first) if is_copy(first) && all_default(1) => {
                    Some(SpecialKind::CopyConstructor)
                }
                Some(first) if is_move(first) && all_default(1) => {
                    Some(SpecialKind::MoveConstructor)
                }
                _ if all_default(0) => Some(SpecialKind::DefaultConstructor),
                _ => None,
            },
            (FunctionKind::Destructor, _) => Some(SpecialKind::Destructor),
            (_, DeclName::Operator(ast::OverloadedOperator::Assign)) => match first {
                Some(first) if is_copy(first) || first == own => Some(SpecialKind::CopyAssignment),
                Some(first) if is_move(first) => Some(SpecialKind::MoveAssignment),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The execution spaces in which a function can be reached from a kernel.
pub fn tile_spaces() -> Spaces {
    let mut spaces = Spaces::TILE;
    spaces.insert(Spaces::TILE_GLOBAL);
    spaces
}
