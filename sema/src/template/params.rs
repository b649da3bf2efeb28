//! The parameters of a template ([temp.param]).

use std::rc::Rc;

use lang::ast::{self, Ast, DeclId, DeclKind, TemplateParamKind};
use lang::base::{Diagnostic, Name, Span};

use crate::Cx;
use crate::codes;
use crate::scope::{ScopeId, TemplateHead};

/// The parameters of one template or partial specialisation.
#[derive(Clone, Debug)]
pub struct TemplateParameters {
    pub head: TemplateHead,
    pub list: Rc<[TemplateParameter]>,
}

#[derive(Clone, Debug)]
pub struct TemplateParameter {
    pub name: Option<Name>,
    /// A [`DeclKind::TemplateParam`].
    pub decl: DeclId,
    pub kind: ParameterKind,
    pub is_pack: bool,
    /// The parameter declaration that has the default argument and the head it stands in, which
    /// may be a redeclaration's.
    pub default: Option<(TemplateHead, DeclId)>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParameterKind {
    Type,
    NonType,
    Template,
}

impl TemplateParameters {
    /// The parameters that `head` declares.
    pub fn of(ast: &Ast, head: TemplateHead) -> TemplateParameters {
        TemplateParameters { head, list: TemplateParameters::each(ast, head).collect() }
    }

    /// The same, one after the other.
    pub fn each(ast: &Ast, head: TemplateHead) -> impl ExactSizeIterator<Item = TemplateParameter> {
        head.params(ast).iter().map(move |&decl| TemplateParameter::of(ast, head, decl))
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The position of the parameter pack, if there is one at the end.
    pub fn trailing_pack(&self) -> Option<usize> {
        self.list.last().filter(|param| param.is_pack).map(|_| self.list.len() - 1)
    }
}

impl TemplateParameter {
    fn of(ast: &Ast, head: TemplateHead, decl: DeclId) -> TemplateParameter {
        let span = ast[decl].span;
        let DeclKind::TemplateParam(param) = &ast[decl].kind else {
            return TemplateParameter {
                name: None,
                decl,
                kind: ParameterKind::Type,
                is_pack: false,
                default: None,
                span,
            };
        };
        let (kind, has_default) = match &param.kind {
            TemplateParamKind::Type { default, .. } => (ParameterKind::Type, default.is_some()),
            TemplateParamKind::NonType { default, .. } => {
                (ParameterKind::NonType, default.is_some())
            }
            TemplateParamKind::Template { default, .. } => {
                (ParameterKind::Template, default.is_some())
            }
            TemplateParamKind::Invented { .. } => (ParameterKind::Type, false),
        };
        TemplateParameter {
            name: param.name.map(|ident: ast::Ident| ident.name),
            decl,
            kind,
            is_pack: param.is_pack,
            default: has_default.then_some((head, decl)),
            span: param.name.map_or(span, |ident| ident.span),
        }
    }
}

impl Cx<'_> {
    /// A template parameter is not declared again in its scope ([temp.local]/6); reports.
    pub(crate) fn check_hides_no_parameter(&mut self, scope: ScopeId, name: Name, span: Span) {
        let Some(head) = self.parameter_head(scope, name) else { return };
        let params = TemplateParameters::of(self.ast, head);
        let text = self.text(name);
        let message = format!("declaration of `{text}` shadows a template parameter");
        let mut diagnostic = Diagnostic::new(codes::CONFLICTING_DECLARATION, span, message);
        if let Some(param) = params.list.iter().find(|param| param.name == Some(name)) {
            diagnostic = diagnostic.secondary(param.span, "the parameter");
        }
        self.outside(|cx| cx.report(diagnostic));
    }
}
