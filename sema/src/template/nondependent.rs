//! Expressions without template parameters in templates that are not instantiated
//! ([temp.nondep], [temp.res.general]/6).
//!
//! An expression that depends on no template parameter means the same in every instance, so a
//! mistake in it is
//! one already. The body is walked in order; variables whose type is known are declared, all other
//! names count as dependent, and each largest expression that mentions no dependent name is
//! checked tentatively. Only mistakes in types are reported, and only those that no argument could
//! make valid:
//! what depends on values, on the object of a member function or on a lambda is left alone.

use lang::ast::visit::{Visitor, walk_body, walk_expr, walk_stmt};
use lang::ast::{
    Ast, DeclId, DeclKind, ExprId, ExprKind, Initializer, StmtId, StmtKind, TypeExprId, UnaryOp,
    VariableDecl,
};
use lang::base::{Code, Name, Span};
use rustc_hash::FxHashSet;

use super::definition::{Names, TemplatedBody};
use super::walk::{Mention, Nested, Pattern, mentions};
use crate::Cx;
use crate::check::Check;
use crate::check::expr::Checker;
use crate::check::operand::Source;
use crate::codes;
use crate::entity::Entity;
use crate::scope::{ScopeId, ScopeKind};
use crate::ty::{Param, Ty, TyKind};

/// Errors for every argument of the template.
const CERTAIN: &[Code] = &[
    codes::NO_VIABLE_OVERLOAD,
    codes::NO_CONVERSION,
    codes::NO_MEMBER,
    codes::INVALID_OPERAND,
    codes::INCOMPATIBLE_ARMS,
    codes::INVALID_CAST,
    codes::NOT_CALLABLE,
    codes::NOT_AN_LVALUE,
    codes::ASSIGNMENT_TO_CONST,
];

impl<'a> Cx<'a> {
    /// Checks what in the body of `templated` depends on no parameter; `scope` declares its
    /// parameters.
    pub(super) fn check_nondependent(&mut self, templated: &TemplatedBody, scope: ScopeId) {
        let ast = self.ast;
        let DeclKind::Function(function) = &ast[ast.templated(templated.decl)].kind else { return };
        let mut names = Names::default();
        walk_body(&mut names, ast, templated.body);
        let marker = Param { depth: u16::MAX, index: 0, pack: false };
        let unknown = self.types.intern(TyKind::Param(marker));
        let result = match function.ty.ret {
            Some(ret) if !self.is_dependent_in(scope, Pattern::Type(ret)) => {
                self.tentatively(|cx| cx.resolve_type(scope, ret)).unwrap_or(unknown)
            }
            _ => unknown,
        };
        let mut walk = Walk { cx: self, scope, unknown, result, unhandled: FxHashSet::default() };
        walk.unhandled = walk.unhandled_names(templated, &names);
        walk_body(&mut walk, ast, templated.body);
    }
}

struct Walk<'c, 'a> {
    cx: &'c mut Cx<'a>,
    scope: ScopeId,
    /// The type of what is not known before instantiation.
    unknown: Ty,
    /// Of the function.
    result: Ty,
    /// Names that anything but a plain variable declares somewhere in the body.
    unhandled: FxHashSet<Name>,
}

/// The names that variables of blocks declare.
#[derive(Default)]
struct Variables(FxHashSet<Name>);

impl Visitor for Variables {
    fn visit_stmt(&mut self, ast: &Ast, id: StmtId) {
        if let StmtKind::Decl(decls) = &ast[id].kind {
            for &decl in decls {
                if let DeclKind::Variable(variable) = &ast[decl].kind {
                    self.0.extend(ast.simple_name(variable.name));
                }
            }
        }
        walk_stmt(self, ast, id);
    }

    fn visit_expr(&mut self, _: &Ast, _: ExprId) {}
}

impl<'a> Walk<'_, 'a> {
    fn unhandled_names(&self, templated: &TemplatedBody, names: &Names) -> FxHashSet<Name> {
        let ast = self.cx.ast;
        let mut variables = Variables::default();
        walk_body(&mut variables, ast, templated.body);
        // A name that a lambda or a condition declares too is not told apart.
        let mut all = DeclaredOnce::default();
        walk_body(&mut all, ast, templated.body);
        names
            .declared
            .iter()
            .filter(|name| !variables.0.contains(name) || all.elsewhere.contains(name))
            .copied()
            .collect()
    }

    fn is_dependent(&mut self, pattern: Pattern) -> bool {
        let ast = self.cx.ast;
        let is_unhandled = |mention: &Mention| match *mention {
            Mention::Name(id) => {
                let name = &ast[id];
                let first = name.qualifiers.first().unwrap_or(&name.last);
                first.identifier().is_none_or(|name| self.unhandled.contains(&name))
            }
            Mention::Ident(ident) => self.unhandled.contains(&ident.name),
            Mention::Invented(_) | Mention::This => true,
        };
        mentions(ast, pattern, Nested::Include).iter().any(is_unhandled)
            || self.cx.is_dependent_in(self.scope, pattern)
            || self.mentions_member(pattern)
    }

    /// Members of a class are found by their bare names; the object is not known here.
    fn mentions_member(&mut self, pattern: Pattern) -> bool {
        let ast = self.cx.ast;
        let list = mentions(ast, pattern, Nested::Include);
        list.into_iter().any(|mention| {
            let Mention::Name(id) = mention else { return false };
            let Some(name) = ast.simple_name(id) else { return false };
            let key = crate::entity::DeclName::Identifier(name);
            let found = self.cx.lookup_unqualified(self.scope, key);
            found.naming_class.is_some()
                || found.entities.iter().any(|entity| matches!(entity, Entity::Field(..)))
        })
    }

    /// Checks an expression; its type, or `None` after a mistake.
    fn check(&mut self, id: ExprId) -> Option<Source> {
        let scope = self.scope;
        let made = self.tentatively(|cx| {
            let expr = Checker::new(cx, scope).expr(id)?;
            Ok(Source::of(cx, expr))
        })?;
        made.ok()
    }

    /// Runs `run` and reports the mistake that is certain.
    fn tentatively<T>(&mut self, run: impl FnOnce(&mut Cx<'a>) -> Check<T>) -> Option<Check<T>> {
        match self.cx.tentatively(run) {
            Ok(made) => Some(made),
            Err(why) => {
                if CERTAIN.contains(&why.code) {
                    self.cx.report(*why);
                }
                None
            }
        }
    }

    fn declare(&mut self, name: Name, ty: Ty, span: Span) {
        let local = self.cx.typed.local(Some(name), ty, span);
        self.cx.scopes.declare(self.scope, name, Entity::Local(local));
    }

    fn variable(&mut self, variable: &'a VariableDecl) {
        let ast = self.cx.ast;
        let Some(name) = ast.simple_name(variable.name) else { return };
        let span = ast[variable.name].span;
        let ty = self.variable_type(variable);
        lang::ast::visit::walk_initializer(self, ast, &variable.init);
        self.declare(name, ty, span);
    }

    fn variable_type(&mut self, variable: &'a VariableDecl) -> Ty {
        let scope = self.scope;
        if self.is_dependent(Pattern::Type(variable.ty)) {
            return self.unknown;
        }
        let Ok(ty) = self.cx.tentatively(|cx| cx.resolve_type(scope, variable.ty)) else {
            return self.unknown;
        };
        let expr = match &variable.init {
            Initializer::Copy(expr) => *expr,
            // A constant has a value that may depend.
            Initializer::None if !self.cx.types.is_error(ty) => return ty,
            Initializer::None | Initializer::Paren { .. } | Initializer::List(_) => {
                return self.unknown;
            }
        };
        let may_be_constant = self.cx.types.cv(ty).is_const()
            || variable.specs.flags.has(lang::ast::SpecFlags::CONSTEXPR)
            || self.cx.types.is_ref(ty);
        let is_plain = !self.cx.types.has_placeholder(ty) && !self.cx.types.is_error(ty);
        if self.is_dependent(Pattern::Expr(expr)) || !is_checked(ast_of(self.cx), expr) {
            return if may_be_constant || !is_plain { self.unknown } else { ty };
        }
        if !is_plain || may_be_constant {
            return self.unknown;
        }
        if let Some(source) = self.check_quietly(expr) {
            self.require_conversion(source, ty, expr);
        }
        ty
    }

    /// The type of an expression that is reported elsewhere if it is wrong.
    fn check_quietly(&mut self, id: ExprId) -> Option<Source> {
        let scope = self.scope;
        let made = self.cx.tentatively(|cx| {
            let expr = Checker::new(cx, scope).expr(id)?;
            Ok::<_, crate::check::Reported>(Source::of(cx, expr))
        });
        made.ok()?.ok()
    }

    fn require_conversion(&mut self, source: Source, to: Ty, expr: ExprId) {
        let is_known = !self.cx.types.is_dependent(source.ty)
            && !self.cx.types.is_dependent(to)
            && !self.cx.types.has_placeholder(to)
            && !self.cx.types.is_void(to)
            && !self.cx.types.is_error(source.ty);
        let from = source.ty;
        if is_known && !self.cx.converts_implicitly(source, to) {
            let message =
                format!("`{}` does not convert to `{}`", self.cx.show(from), self.cx.show(to));
            let span = self.cx.ast[expr].span;
            self.cx.error(codes::NO_CONVERSION, span, message);
        }
    }
}

fn ast_of<'a>(cx: &Cx<'a>) -> &'a Ast {
    cx.ast
}

/// Whether an expression has a type of its own that its parts give it.
fn is_checked(ast: &Ast, id: ExprId) -> bool {
    match &ast[id].kind {
        ExprKind::Paren(inner) => is_checked(ast, *inner),
        ExprKind::Call { .. }
        | ExprKind::Subscript { .. }
        | ExprKind::Member { .. }
        | ExprKind::Binary { .. }
        | ExprKind::Assign { .. }
        | ExprKind::Conditional { .. }
        | ExprKind::CStyleCast { .. }
        | ExprKind::NamedCast { .. } => true,
        // `&f` may name an overload set.
        ExprKind::Unary { op, .. } => *op != UnaryOp::AddressOf,
        _ => false,
    }
}

/// Whether a part of an expression means something only with what is around it.
#[derive(Default)]
struct Special(bool);

impl Visitor for Special {
    fn visit_expr(&mut self, ast: &Ast, id: ExprId) {
        match &ast[id].kind {
            ExprKind::Lambda(_)
            | ExprKind::Requires(_)
            | ExprKind::Statement(_)
            | ExprKind::This
            | ExprKind::Fold(_)
            | ExprKind::PackExpansion(_)
            | ExprKind::InitList(_)
            | ExprKind::Throw(_)
            | ExprKind::New(_)
            | ExprKind::Launch { .. } => self.0 = true,
            _ => walk_expr(self, ast, id),
        }
    }
}

impl Visitor for Walk<'_, '_> {
    fn visit_stmt(&mut self, ast: &Ast, id: StmtId) {
        let outer = self.scope;
        match &ast[id].kind {
            StmtKind::Decl(decls) => {
                let ast = self.cx.ast;
                for &decl in decls {
                    match &ast[decl].kind {
                        DeclKind::Variable(variable) => self.variable(variable),
                        // The name of an operator is in each use of it.
                        DeclKind::UsingDecl(using)
                            if ast.simple_name(using.name).is_none()
                                && ast[using.name].last.identifier().is_none()
                                && !self.is_dependent(Pattern::Name(using.name)) =>
                        {
                            let scope = self.scope;
                            let _ = self.cx.tentatively(|cx| cx.declare_local(scope, decl));
                        }
                        // Anything else is of unknown meaning.
                        _ => {}
                    }
                }
            }
            StmtKind::Return(Some(value)) => {
                let result = self.result;
                self.visit_expr(ast, *value);
                if is_checked(ast, *value)
                    && !self.cx.types.is_dependent(result)
                    && !self.is_dependent(Pattern::Expr(*value))
                    && !is_special(ast, *value)
                    && let Some(source) = self.check_quietly(*value)
                {
                    self.require_conversion(source, result, *value);
                }
            }
            _ => {
                self.scope = self.cx.scopes.push(Some(outer), ScopeKind::Block);
                walk_stmt(self, ast, id);
                self.scope = outer;
            }
        }
    }

    fn visit_decl(&mut self, _: &Ast, _: DeclId) {}

    fn visit_type(&mut self, _: &Ast, _: TypeExprId) {}

    fn visit_expr(&mut self, ast: &Ast, id: ExprId) {
        if is_checked(ast, id) && !is_special(ast, id) && !self.is_dependent(Pattern::Expr(id)) {
            self.check(id);
            return;
        }
        match &ast[id].kind {
            // Their parameters, and what is required, are names of their own.
            ExprKind::Lambda(_) | ExprKind::Requires(_) | ExprKind::Statement(_) => {}
            ExprKind::Call { args, .. } => {
                for &arg in args {
                    self.visit_expr(ast, arg);
                }
            }
            ExprKind::Member { object, .. } => self.visit_expr(ast, *object),
            _ => walk_expr(self, ast, id),
        }
    }
}

fn is_special(ast: &Ast, id: ExprId) -> bool {
    let mut special = Special::default();
    special.visit_expr(ast, id);
    special.0
}

/// The names that conditions, lambdas, ranges and the like declare.
#[derive(Default)]
struct DeclaredOnce {
    elsewhere: FxHashSet<Name>,
}

impl Visitor for DeclaredOnce {
    fn visit_stmt(&mut self, ast: &Ast, id: StmtId) {
        if let StmtKind::Decl(decls) = &ast[id].kind {
            for &decl in decls {
                match &ast[decl].kind {
                    DeclKind::Variable(variable) => {
                        lang::ast::visit::walk_initializer(self, ast, &variable.init);
                    }
                    _ => self.visit_decl(ast, decl),
                }
            }
            return;
        }
        walk_stmt(self, ast, id);
    }

    fn visit_decl(&mut self, ast: &Ast, id: DeclId) {
        let mut names = Names::default();
        names.visit_decl(ast, id);
        self.elsewhere.extend(names.declared);
    }
}
