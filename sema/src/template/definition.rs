//! Names in the definitions of templates that are not instantiated ([temp.res.general]/6).
//!
//! Bodies are checked for each specialisation, so a template without any would keep its mistakes.
//! A name that depends on no template parameter is looked up at the definition; when nothing is
//! declared there, no instantiation can declare it; the same holds for a member that a namespace
//! does not have ([namespace.qual]). Only the user's own tile code is read. Whether a call is
//! dependent is decided from the names in its arguments; where that would need the type of a local
//! variable it counts as dependent.

use lang::ast::visit::{Visitor, walk_body, walk_decl, walk_expr, walk_name, walk_stmt};
use lang::ast::{
    Ast, BodyId, DeclId, DeclKind, ExprId, ExprKind, FunctionBody, Ident, QualNameId, Spaces,
    StmtId, StmtKind,
};
use lang::base::{Name, Span};
use rustc_hash::FxHashSet;

use super::walk::{Mention, Nested, Pattern, mentions};
use crate::Cx;
use crate::check::enter::{declared_name, segment_name};
use crate::check::function::tile_spaces;
use crate::check::{Check, Reported};
use crate::entity::{BodyState, DeclName, Definition, Entity, NamespaceId, TemplateKind};
use crate::lookup::Wanted;
use crate::lookup::name::Qualifier;
use crate::scope::{Order, ScopeId, ScopeKind};

/// A function template, or a member of a class template, with a body.
pub(super) struct TemplatedBody {
    pub decl: DeclId,
    pub body: BodyId,
    /// Around the function, all parameters open.
    scope: ScopeId,
}

impl<'a> Cx<'a> {
    /// Reports the undeclared names in the user's templates that were not instantiated.
    pub(crate) fn check_template_definitions(&mut self) {
        let checked: FxHashSet<BodyId> = self
            .entities
            .functions
            .values()
            .filter(|function| !matches!(function.body, BodyState::Unchecked))
            .filter_map(|function| match function.definition {
                Definition::Body(body) => Some(body),
                Definition::None | Definition::Defaulted | Definition::Deleted => None,
            })
            .collect();
        for templated in self.templated_bodies() {
            if !checked.contains(&templated.body) {
                self.note_kernel(&templated);
                self.check_names(&templated);
            }
        }
    }

    fn note_kernel(&mut self, templated: &TemplatedBody) {
        let ast = self.ast;
        if let DeclKind::Function(function) = &ast[ast.templated(templated.decl)].kind
            && function.specs.spaces.has(Spaces::TILE_GLOBAL)
        {
            self.check.uninstantiated_kernels.push(ast[function.name].last.span);
        }
    }

    fn templated_bodies(&mut self) -> Vec<TemplatedBody> {
        let ast = self.ast;
        let mut bodies = Vec::new();
        for (decl, scope) in self.users_templates() {
            let name = declared_name(ast, decl).map(|(name, _)| name);
            match &ast[ast.templated(decl)].kind {
                DeclKind::Function(_) => {
                    let scope = self.open_heads(scope, decl);
                    bodies.extend(self.templated_body(decl, scope));
                }
                // A partial specialisation names arguments: it is not what the name stands for.
                DeclKind::Class(class)
                    if class.is_definition
                        && class.name.is_some_and(|name| ast[name].last.args.is_none()) =>
                {
                    let found = name.map(|name| self.lookup_unqualified(scope, name));
                    let Some(Entity::Template(id)) = found.as_ref().and_then(|f| f.single()) else {
                        continue;
                    };
                    let id = *id;
                    if self.entities[id].kind != TemplateKind::Class
                        || self.entities[id].decl != Some(decl)
                    {
                        continue;
                    }
                    // A class of host code may have members of types that only missing headers declare.
                    let is_tile = |&member: &DeclId| self.templated_body(member, scope).is_some();
                    if self.options.has_missing_headers && !class.members.iter().any(is_tile) {
                        continue;
                    }
                    let pattern = self.pattern_class(id);
                    let span = self.entities[pattern].span;
                    if !self.outside(|cx| cx.complete_class(pattern, span)) {
                        continue;
                    }
                    let scope = self.entities[pattern].scope;
                    for &member in &class.members {
                        let scope = self.open_heads(scope, member);
                        bodies.extend(self.templated_body(member, scope));
                    }
                }
                _ => {}
            }
        }
        bodies
    }

    /// The templates of the user's files at namespace scope, in their order.
    fn users_templates(&mut self) -> Vec<(DeclId, ScopeId)> {
        let sources = self.unit.sources;
        let mut found: Vec<(Order, DeclId, NamespaceId)> = Vec::new();
        for (ns, namespace) in &self.entities.namespaces {
            for member in namespace.members.values().flatten() {
                // A unit that could not be read has no declarations, but predeclared names.
                let Some(node) = self.ast.decls.get(member.decl) else { continue };
                if matches!(node.kind, DeclKind::Template(_))
                    && !sources.in_system_file(node.span.lo)
                {
                    found.push((member.order, member.decl, ns));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        let scoped = found.into_iter().map(|(order, decl, ns)| {
            let scope = self.namespace_scope(ns, order);
            (decl, scope)
        });
        scoped.collect()
    }

    fn templated_body(&self, decl: DeclId, scope: ScopeId) -> Option<TemplatedBody> {
        let DeclKind::Function(function) = &self.ast[self.ast.templated(decl)].kind else {
            return None;
        };
        match function.body {
            FunctionBody::Definition(body) if function.specs.spaces.intersects(tile_spaces()) => {
                Some(TemplatedBody { decl, body, scope })
            }
            _ => None,
        }
    }

    fn check_names(&mut self, templated: &TemplatedBody) {
        let ast = self.ast;
        let DeclKind::Function(function) = &ast[ast.templated(templated.decl)].kind else { return };
        let scope = self.scopes.push(Some(templated.scope), ScopeKind::Parameters);
        if self.tentatively(|cx| cx.declare_parameters(scope, &function.ty.params)).is_err() {
            return;
        }
        let mut names = Names::default();
        walk_body(&mut names, ast, templated.body);
        for &(name, span) in &names.in_blocks {
            self.check_hides_no_parameter(scope, name, span);
        }
        let _ = self.check_used_names(scope, &names);
        if !self.options.has_missing_headers {
            for &id in &names.qualified {
                self.check_namespace_has(scope, id, &names.declared);
            }
        }
        if !self.has_errors() && !self.options.has_missing_headers {
            self.check_nondependent(templated, scope);
        }
    }

    /// Reports the undeclared names of a generic lambda, which may never be called; `scope` has its captures.
    pub(crate) fn check_generic_lambda_names(&mut self, id: ExprId, scope: ScopeId) -> Check<()> {
        let ast = self.ast;
        if self.options.has_missing_headers
            || self.unit.sources.in_system_file(ast[id].span.lo)
            || self.scopes[scope].is_open
        {
            return Ok(());
        }
        let mut names = Names::default();
        names.visit_expr(ast, id);
        // The arguments, variables of the functions around among them, may make a function visible.
        names.used.retain(|(_, call)| match call.map(|call| &ast[call].kind) {
            Some(ExprKind::Call { args, .. }) => {
                args.iter().all(|&arg| matches!(ast[arg].kind, ExprKind::Literal(_)))
            }
            _ => true,
        });
        self.outside(|cx| cx.check_used_names(scope, &names))
    }

    /// Whether all names are declared that depend on nothing; reports those that are not.
    fn check_used_names(&mut self, scope: ScopeId, names: &Names) -> Check<()> {
        let ast = self.ast;
        let mut result = Ok(());
        if names.has_directives {
            return result;
        }
        for ident in &names.packs {
            let key = DeclName::Identifier(ident.name);
            if !names.declared.contains(&ident.name)
                && self.lookup_unqualified(scope, key).is_empty()
            {
                self.report_undeclared(scope, key, ident.span);
                result = Err(Reported);
            }
        }
        for &(id, call) in &names.used {
            let Some(name) = ast.simple_name(id) else { continue };
            if names.declared.contains(&name) || self.text(name).starts_with("__") {
                continue;
            }
            let key = DeclName::Identifier(name);
            let args = match call.map(|call| &ast[call].kind) {
                Some(ExprKind::Call { args, .. }) => args.as_slice(),
                _ => &[],
            };
            if !self.lookup_unqualified(scope, key).is_empty()
                || args.iter().any(|&arg| self.may_depend(scope, arg, &names.declared))
            {
                continue;
            }
            let span = ast[id].last.span;
            if !self.report_thread_name(self.text(name), span) {
                self.report_undeclared(scope, key, span);
            }
            result = Err(Reported);
        }
        result
    }

    /// Reports a name whose qualifier is a namespace without such a member, or is not declared.
    fn check_namespace_has(&mut self, scope: ScopeId, id: QualNameId, locals: &FxHashSet<Name>) {
        let ast = self.ast;
        let name = &ast[id];
        let Some(key) = segment_name(&name.last) else { return };
        // `::name` is looked up in the global namespace.
        if let Some(first) = name.qualifiers.first() {
            let Some(outer) = first.identifier() else { return };
            if locals.contains(&outer) {
                return;
            }
            let outer = DeclName::Identifier(outer);
            if !name.is_global && self.lookup_unqualified(scope, outer).is_empty() {
                self.report_undeclared(scope, outer, first.span);
                return;
            }
        }
        let qualifier = self.tentatively(|cx| cx.named_qualifier(scope, id)).ok().flatten();
        let Some(qualifier @ Qualifier::Namespace(_)) = qualifier else { return };
        if self.lookup_in_qualifier(scope, qualifier, key, Wanted::Any).is_empty() {
            self.report_no_member(qualifier, key, name.last.span);
        }
    }

    /// Whether an argument depends on template parameters, or mentions one of `locals`.
    fn may_depend(&mut self, scope: ScopeId, arg: ExprId, locals: &FxHashSet<Name>) -> bool {
        let ast = self.ast;
        let is_local = |mention: &Mention| match *mention {
            Mention::Name(id) => ast.simple_name(id).is_some_and(|name| locals.contains(&name)),
            Mention::Ident(ident) => locals.contains(&ident.name),
            Mention::Invented(_) | Mention::This => true,
        };
        let pattern = Pattern::Expr(arg);
        mentions(ast, pattern, Nested::Include).iter().any(is_local)
            || self.is_dependent_in(scope, pattern)
    }
}

/// The names that a body uses and declares.
#[derive(Default)]
pub(super) struct Names {
    /// In expressions; with the call where it is what is called.
    used: Vec<(QualNameId, Option<ExprId>)>,
    /// In `sizeof...(x)`.
    packs: Vec<Ident>,
    /// Those with `::`, wherever they stand.
    qualified: Vec<QualNameId>,
    /// Anywhere inside, in whatever block.
    pub declared: FxHashSet<Name>,
    /// Those declared by statements, and where.
    in_blocks: Vec<(Name, Span)>,
    /// Whether a block has a directive that makes names of elsewhere visible.
    has_directives: bool,
}

impl Visitor for Names {
    fn visit_decl(&mut self, ast: &Ast, id: DeclId) {
        let name = match &ast[id].kind {
            DeclKind::Param(param) => param.name.map(|ident| ident.name),
            DeclKind::TemplateParam(param) => param.name.map(|ident| ident.name),
            DeclKind::Binding(ident) => Some(ident.name),
            DeclKind::UsingDirective(_) | DeclKind::UsingEnum(_) => {
                self.has_directives = true;
                None
            }
            _ => match declared_name(ast, id) {
                Some((DeclName::Identifier(name), _)) => Some(name),
                _ => None,
            },
        };
        self.declared.extend(name);
        walk_decl(self, ast, id);
    }

    fn visit_stmt(&mut self, ast: &Ast, id: StmtId) {
        if let StmtKind::Decl(decls) = &ast[id].kind {
            for &decl in decls {
                if matches!(ast[decl].kind, DeclKind::Variable(_) | DeclKind::TypeAlias(_))
                    && let Some((DeclName::Identifier(name), written)) = declared_name(ast, decl)
                {
                    let span = written.map_or(ast[decl].span, |written| ast[written].span);
                    self.in_blocks.push((name, span));
                }
            }
        }
        walk_stmt(self, ast, id);
    }

    fn visit_expr(&mut self, ast: &Ast, id: ExprId) {
        match &ast[id].kind {
            ExprKind::Name(name) => {
                self.used.push((*name, None));
                self.visit_name(ast, *name);
            }
            ExprKind::Call { callee, args } => {
                match ast[*callee].kind {
                    ExprKind::Name(name) => {
                        self.used.push((name, Some(id)));
                        self.visit_name(ast, name);
                    }
                    _ => self.visit_expr(ast, *callee),
                }
                for &arg in args {
                    self.visit_expr(ast, arg);
                }
            }
            // Members are looked up in their object; what is required may be missing.
            ExprKind::Member { object, .. } => self.visit_expr(ast, *object),
            // Arguments of intrinsics may be types, and members of these.
            ExprKind::Requires(_) | ExprKind::Intrinsic { .. } => {}
            ExprKind::SizeofPack(ident) => self.packs.push(*ident),
            _ => walk_expr(self, ast, id),
        }
    }

    fn visit_name(&mut self, ast: &Ast, id: QualNameId) {
        if ast[id].is_qualified() {
            self.qualified.push(id);
        }
        walk_name(self, ast, id);
    }
}
