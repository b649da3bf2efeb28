//! Where a dependent name of a type needs `typename` ([temp.res.general]).
//!
//! In a template, a qualified name whose qualifier depends on the parameters is taken for a value
//! unless `typename` stands before it or only a type can stand there. Which contexts are of the
//! second kind is syntax; [`Rules::mark_type_only`] lists them.
//!
//! Whether a qualifier depends on parameters is read off its text: a name that is not a template
//! parameter, and has none in its arguments, counts as independent, and so does any
//! specialisation of the classes around, one of which is the current instantiation.

use lang::ast::visit::{Visitor, walk_expr, walk_template_args, walk_type};
use lang::ast::{
    Ast, DeclId, DeclKind, ExprId, ExprKind, FriendDecl, FunctionDecl, NamedCast, ParamDecl,
    QualName, QualNameId, TemplateParam, TemplateParamKind, TypeExprId, TypeExprKind,
    UnqualifiedId,
};
use lang::base::{Applicability, Diagnostic, Name, SourceMap, Span};

use super::{Place, Rules};
use crate::Cx;
use crate::check::operand::{Check, Reported};
use crate::codes;
use crate::entity::DeclName;
use crate::scope::{ScopeId, ScopeKind};
use crate::template::walk::{Mention, Nested, Pattern, mentions};

impl Rules<'_> {
    /// Marks the types of a declaration for which `typename` may be left out
    /// ([temp.res.general]/4).
    pub(super) fn mark_type_only(&mut self, ast: &Ast, id: DeclId) {
        let is_member = matches!(self.place, Place::Class { .. });
        match &ast[id].kind {
            DeclKind::Function(function) => self.mark_function(ast, function, is_member),
            DeclKind::Variable(variable) if self.place != Place::Block => {
                self.mark(ast, variable.ty, is_member);
            }
            DeclKind::Field(field) => self.mark(ast, field.ty, true),
            DeclKind::TypeAlias(alias) => self.mark(ast, alias.ty, true),
            DeclKind::Friend(FriendDecl::Type(ty)) => self.mark(ast, *ty, true),
            DeclKind::DeductionGuide(guide) => self.mark_params(ast, &guide.params),
            DeclKind::Class(class) => {
                for base in &class.bases {
                    self.mark(ast, base.ty, false);
                }
            }
            DeclKind::TemplateParam(TemplateParam {
                kind:
                    TemplateParamKind::Type { default: Some(ty), .. }
                    | TemplateParamKind::NonType { ty, .. },
                ..
            }) => self.mark(ast, *ty, false),
            _ => {}
        }
    }

    fn mark_function(&mut self, ast: &Ast, function: &FunctionDecl, is_member: bool) {
        if let UnqualifiedId::Conversion(ty) = ast[function.name].last.id {
            self.mark(ast, ty, false);
        }
        if let Some(ret) = function.ty.ret
            && (self.place != Place::Block || function.ty.has_trailing_return)
        {
            self.mark(ast, ret, is_member);
        }
        if is_member || ast[function.name].is_qualified() {
            self.mark_params(ast, &function.ty.params);
        }
    }

    /// The same for the types of an expression.
    pub(super) fn mark_type_only_of(&mut self, ast: &Ast, id: ExprId) {
        match &ast[id].kind {
            ExprKind::NamedCast { kind, ty, .. } => match kind {
                NamedCast::Static
                | NamedCast::Const
                | NamedCast::Reinterpret
                | NamedCast::Dynamic => self.mark(ast, *ty, false),
            },
            ExprKind::New(new) => self.mark(ast, new.ty, false),
            ExprKind::Lambda(lambda) => {
                self.mark_params(ast, &lambda.ty.params);
                if let Some(ret) = lambda.ty.ret {
                    self.mark(ast, ret, false);
                }
            }
            ExprKind::Requires(requires) => self.mark_params(ast, &requires.params),
            _ => {}
        }
    }

    fn mark_params(&mut self, ast: &Ast, params: &[DeclId]) {
        for &id in params {
            if let DeclKind::Param(ParamDecl { ty, .. }) = ast[id].kind {
                self.mark(ast, ty, true);
            }
        }
    }

    /// Marks the specifiers that a type is declared with, behind its declarator; `with_params`
    /// those of the parameters in the declarator too.
    fn mark(&mut self, ast: &Ast, mut ty: TypeExprId, with_params: bool) {
        loop {
            ty = match &ast[ty].kind {
                TypeExprKind::Pointer(inner)
                | TypeExprKind::LvalueRef(inner)
                | TypeExprKind::RvalueRef(inner)
                | TypeExprKind::MemberPointer { pointee: inner, .. }
                | TypeExprKind::Array { element: inner, .. } => *inner,
                TypeExprKind::Function(function) => {
                    if with_params {
                        self.mark_params(ast, &function.params);
                    }
                    match function.ret {
                        Some(ret) => ret,
                        None => return,
                    }
                }
                TypeExprKind::Named { .. } => {
                    self.type_only.insert(ty);
                    return;
                }
                _ => return,
            };
        }
    }

    pub(super) fn check_typename(&mut self, ast: &Ast, id: TypeExprId) {
        let TypeExprKind::Named { name, typename: false } = ast[id].kind else { return };
        if self.type_only.contains(&id) || !self.is_dependent_qualifier(ast, &ast[name]) {
            return;
        }
        let diagnostic = missing_typename(self.sources, ast[name].span);
        self.report(diagnostic);
    }

    pub(super) fn is_dependent_qualifier(&self, ast: &Ast, name: &QualName) -> bool {
        if self.template_params.is_empty() {
            return false;
        }
        let is_param = |name: Name| self.template_params.iter().any(|&(param, _)| param == name);
        name.qualifiers.iter().enumerate().any(|(index, segment)| match &segment.id {
            UnqualifiedId::Identifier(id) => {
                let starts = index == 0 && !name.is_global;
                if starts && is_param(*id) {
                    return true;
                }
                let mentions = segment.args.as_ref().is_some_and(|args| {
                    let mut found = Mentions { rules: self, has_param: false };
                    walk_template_args(&mut found, ast, &args.args);
                    found.has_param
                });
                mentions && !self.current_classes.contains(id)
            }
            UnqualifiedId::Decltype(e) => {
                let mut found = Mentions { rules: self, has_param: false };
                found.visit_expr(ast, *e);
                found.has_param
            }
            _ => false,
        })
    }
}

impl Cx<'_> {
    /// A name that the parser took for a value turned out to be that of a type. An error if it
    /// was a value by [temp.res.general]/4; what the parser did not know of other names is not
    /// a mistake of the user.
    pub(crate) fn require_typename(&mut self, scope: ScopeId, name: QualNameId) -> Check<()> {
        let ast = self.ast;
        if !self.is_written_dependent(scope, name) {
            return Ok(());
        }
        let diagnostic = missing_typename(self.unit.sources, ast[name].span);
        self.report(diagnostic);
        Err(Reported)
    }

    /// Whether a name is qualified and written with a parameter of the templates around `scope`,
    /// whatever that is bound to.
    pub(super) fn is_written_dependent(&self, scope: ScopeId, name: QualNameId) -> bool {
        let ast = self.ast;
        if !ast[name].is_qualified() {
            return false;
        }
        mentions(ast, Pattern::Name(name), Nested::Include).iter().any(|mention| {
            let Mention::Name(id) = *mention else { return false };
            let name = &ast[id];
            let first = name.qualifiers.first().unwrap_or(&name.last);
            let Some(first) = first.identifier().filter(|_| !name.is_global) else { return false };
            self.is_template_parameter(scope, first)
        })
    }

    fn is_template_parameter(&self, scope: ScopeId, name: Name) -> bool {
        for scope in self.scopes.chain(scope) {
            let scope = &self.scopes[scope];
            match scope.kind {
                ScopeKind::Template { head, .. } => {
                    let is_own = |&id: &DeclId| match &self.ast[id].kind {
                        DeclKind::TemplateParam(TemplateParam { name: Some(own), .. }) => {
                            own.name == name
                        }
                        _ => false,
                    };
                    if head.params(self.ast).iter().any(is_own) {
                        return true;
                    }
                }
                ScopeKind::Class(class) => {
                    let name = DeclName::Identifier(name);
                    if self.entities[class].members.contains_key(&name) {
                        return false;
                    }
                }
                ScopeKind::Namespace { .. } => return false,
                ScopeKind::Enum(_)
                | ScopeKind::Function(_)
                | ScopeKind::Parameters
                | ScopeKind::Block
                | ScopeKind::Expansion { .. } => {}
            }
            if scope.locals.iter().any(|&(local, _)| local == name) {
                return false;
            }
        }
        false
    }
}

fn missing_typename(sources: &SourceMap, span: Span) -> Diagnostic {
    let text = sources.text(span);
    let message = format!("missing `typename`: the dependent name `{text}` is parsed as a value");
    let at = Span::new(span.lo, span.lo);
    Diagnostic::new(codes::NOT_A_TYPE, span, message).fix(
        "write `typename` before the name",
        Applicability::Always,
        at,
        "typename ",
    )
}

/// Whether template parameters are named somewhere.
pub(super) struct Mentions<'r, 'a> {
    pub rules: &'r Rules<'a>,
    pub has_param: bool,
}

impl Visitor for Mentions<'_, '_> {
    fn visit_name(&mut self, ast: &Ast, id: QualNameId) {
        let name = &ast[id];
        let first = name.qualifiers.first().unwrap_or(&name.last);
        if let UnqualifiedId::Identifier(first) = first.id
            && !name.is_global
            && self.rules.template_params.iter().any(|&(param, _)| param == first)
        {
            self.has_param = true;
        }
        lang::ast::visit::walk_name(self, ast, id);
    }

    fn visit_type(&mut self, ast: &Ast, id: TypeExprId) {
        walk_type(self, ast, id);
    }

    fn visit_expr(&mut self, ast: &Ast, id: ExprId) {
        walk_expr(self, ast, id);
    }
}
