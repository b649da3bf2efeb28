//! `[[deprecated]]` and `[[nodiscard]]` ([dcl.attr.deprecated], [dcl.attr.nodiscard]): warnings
//! where such an entity is used, and where the value of a call is thrown away.
//!
//! Both may stand in any declaration of the entity and give a reason. The spellings of GCC and
//! MSVC mean the same. Only uses in the user's files are warned of, not those in library headers.

use lang::ast::{self, AttributeKind, DeclId, DeclKind, SpecFlags};
use lang::base::{Code, Diagnostic, Span};

use super::expr::Checker;
use crate::Cx;
use crate::codes;
use crate::entity::{
    DeclName, Entity, EnumId, FunctionId, FunctionOrigin, MemberState, NamespaceId, Owner,
    TemplateId, VarId,
};
use crate::ty::{Ty, TyKind};
use crate::typed::{ExprId, ExprKind};

/// What an attribute is called in the standard and by compilers.
const DEPRECATED: &[&str] = &["deprecated", "__deprecated__"];
const NORETURN: &[&str] = &["noreturn", "__noreturn__"];
const NODISCARD: &[&str] = &["nodiscard", "warn_unused_result", "__warn_unused_result__"];

impl Cx<'_> {
    /// The reason in an attribute of one of the names; empty when it gives none.
    fn reason_in(&self, decl: DeclId, names: &[&str]) -> Option<String> {
        let inner = self.ast.templated(decl);
        let attrs = self.ast[decl].attrs.iter().chain(&self.ast[inner].attrs);
        attrs.into_iter().find_map(|attr| {
            let (name, args) = match &attr.kind {
                AttributeKind::Standard { scope, name, args } => {
                    let is_known = scope.is_none_or(|scope| self.text(scope) == "gnu");
                    (is_known.then_some(*name)?, args)
                }
                AttributeKind::Vendor { name, args } => (*name, args),
                AttributeKind::Hint(_)
                | AttributeKind::Because(_)
                | AttributeKind::Help(_)
                | AttributeKind::Warn(_)
                | AttributeKind::Alignas(_)
                | AttributeKind::LaunchBounds(_)
                | AttributeKind::Cuda { .. } => return None,
            };
            if !names.contains(&self.text(name)) {
                return None;
            }
            let tokens = args.and_then(|args| self.unit.tokens.get(args.indices()));
            let text = tokens.unwrap_or_default().iter().find_map(|token| {
                let text = self.unit.sources.text(token.span);
                text.strip_prefix('"').and_then(|text| text.strip_suffix('"'))
            });
            Some(text.unwrap_or_default().to_owned())
        })
    }

    /// Whether a declaration has attributes, in front of its template heads or behind them.
    fn has_attributes(&self, decl: DeclId) -> bool {
        !self.ast[decl].attrs.is_empty() || !self.ast[self.ast.templated(decl)].attrs.is_empty()
    }

    /// Whether a function is declared not to come back ([dcl.attr.noreturn]).
    pub(crate) fn is_noreturn(&self, function: FunctionId) -> bool {
        match self.entities[function].origin {
            FunctionOrigin::Declared(decl) => self.reason_in(decl, NORETURN).is_some(),
            _ => false,
        }
    }

    fn warn_once(&mut self, code: Code, use_at: Span, declared: Span, what: String, why: &str) {
        let warning = self.warning_of_attribute(code, use_at, declared, what, why);
        warning.into_iter().for_each(|warning| self.report(warning));
    }

    /// The warning, unless there was one at the same place.
    fn warning_of_attribute(
        &mut self,
        code: Code,
        use_at: Span,
        declared: Span,
        what: String,
        why: &str,
    ) -> Option<Diagnostic> {
        let is_users = !use_at.is_none() && !self.unit.sources.in_system_file(use_at.lo);
        if self.is_tentative() || !is_users || !self.check.warned.insert((code, use_at)) {
            return None;
        }
        let message = if why.is_empty() { what } else { format!("{what}: {why}") };
        Some(Diagnostic::new(code, use_at, message).secondary(declared, "declared here"))
    }

    /// `register` was removed with C++17 ([dcl.stc]); old code is full of it, and it never meant much.
    pub(crate) fn warn_register(&mut self, flags: SpecFlags, span: Span) {
        if flags.has(SpecFlags::REGISTER)
            && !self.unit.sources.in_system_file(span.lo)
            && !self.is_tentative()
            && self.check.warned.insert((codes::DEPRECATED, span))
        {
            let message = "`register` is not a specifier since C++17";
            self.report(Diagnostic::new(codes::DEPRECATED, span, message).help("leave it out"));
        }
    }

    pub(crate) fn warn_deprecated_function(&mut self, function: FunctionId, span: Span) {
        let FunctionOrigin::Declared(decl) = self.entities[function].origin else { return };
        let declared = self.entities[function].span;
        if self.ast[decl].attrs.is_empty() || declared == span {
            return;
        }
        if let Some(why) = self.reason_in(decl, DEPRECATED) {
            let what = format!("`{}` is deprecated", self.show_function(function));
            self.warn_once(codes::DEPRECATED, span, declared, what, &why);
        }
    }

    pub(crate) fn warn_deprecated_variable(&mut self, var: VarId, span: Span) {
        if let Some(why) = self.reason_in(self.entities[var].decl, DEPRECATED) {
            let what = format!("`{}` is deprecated", self.text(self.entities[var].name));
            let declared = self.entities[var].span;
            self.warn_once(codes::DEPRECATED, span, declared, what, &why);
        }
    }

    pub(crate) fn warn_deprecated_enumerator(&mut self, id: EnumId, index: u32, span: Span) {
        let DeclKind::Enum(written) = &self.ast[self.entities[id].decl].kind else { return };
        let Some(&decl) = written.enumerators.get(index as usize) else { return };
        if let Some(why) = self.reason_in(decl, DEPRECATED) {
            let name = self.entities[id].enumerators[index as usize].name;
            let what = format!("`{}` is deprecated", self.text(name));
            self.warn_once(codes::DEPRECATED, span, self.ast[decl].span, what, &why);
        }
    }

    /// A class or enumeration that is named outside of its own definition.
    pub(crate) fn warn_deprecated_type(
        &mut self,
        scope: crate::scope::ScopeId,
        ty: Ty,
        span: Span,
    ) {
        let (decl, declared) = match *self.types.kind(ty) {
            TyKind::Class(class) => {
                let decl = self.entities[class].decl;
                if !decl.is_some_and(|decl| self.has_attributes(decl)) {
                    return;
                }
                let is_inside = self.scopes.chain(scope).any(|id| {
                    matches!(self.scopes[id].kind, crate::scope::ScopeKind::Class(c) if c == class)
                });
                match decl {
                    Some(decl) if !is_inside => (decl, self.entities[class].span),
                    _ => return,
                }
            }
            TyKind::Enum(id) => (self.entities[id].decl, self.entities[id].span),
            _ => return,
        };
        if let Some(why) = self.reason_in(decl, DEPRECATED) {
            let what = format!("`{}` is deprecated", self.show(ty));
            self.warn_once(codes::DEPRECATED, span, declared, what, &why);
        }
    }

    /// A name that found the type of an alias.
    pub(crate) fn warn_deprecated_alias(&mut self, name: DeclName, ty: Ty, span: Span) {
        let Some(aliases) = self.index.attributed_aliases.get(&name) else { return };
        let found = aliases.iter().find(|&&(owner, decl)| {
            let members = match owner {
                Owner::Namespace(ns) => self.entities[ns].members.get(&name),
                Owner::Class(class) => self.entities[class].members.get(&name),
                Owner::Function => None,
            };
            members.into_iter().flatten().any(|member| {
                let MemberState::Done(entities) = &member.state else { return false };
                member.decl == decl && entities.contains(&Entity::Type(ty))
            })
        });
        if let Some(&(_, decl)) = found
            && let Some(why) = self.reason_in(decl, DEPRECATED)
        {
            let what = format!("`{}` is deprecated", self.show_name(name));
            let declared = self.name_span(decl);
            self.warn_once(codes::DEPRECATED, span, declared, what, &why);
        }
    }

    /// A class or alias template.
    pub(crate) fn warn_deprecated_template(&mut self, template: TemplateId, span: Span) {
        let Some(decl) = self.entities[template].decl else { return };
        if let Some(why) = self.reason_in(decl, DEPRECATED) {
            let what = format!("`{}` is deprecated", self.show_name(self.entities[template].name));
            let declared = self.entities[template].span;
            self.warn_once(codes::DEPRECATED, span, declared, what, &why);
        }
    }

    pub(crate) fn warn_deprecated_namespace(&mut self, ns: NamespaceId, span: Span) {
        let Some(decl) = self.entities[ns].attributed else { return };
        if let (Some(why), Some(name)) = (self.reason_in(decl, DEPRECATED), self.entities[ns].name)
        {
            let what = format!("the namespace `{}` is deprecated", self.text(name));
            let declared = match &self.ast[decl].kind {
                DeclKind::Namespace(written) => written.name.map_or(span, |name| name.span),
                _ => span,
            };
            self.warn_once(codes::DEPRECATED, span, declared, what, &why);
        }
    }

    /// Whether the type, returned by value, must not be thrown away.
    fn nodiscard_type(&self, ty: Ty) -> Option<(String, Span)> {
        let (decl, span) = match *self.types.kind(self.types.strip_cv(ty)) {
            TyKind::Class(class) => (self.entities[class].decl?, self.entities[class].span),
            TyKind::Enum(id) => (self.entities[id].decl, self.entities[id].span),
            _ => return None,
        };
        self.reason_in(decl, NODISCARD).map(|why| (why, span))
    }
}

impl Checker<'_, '_> {
    /// Warns of a value that the statement `written` throws away; a cast to `void` says that it is
    /// meant so ([dcl.attr.nodiscard]/4).
    pub(super) fn warn_discarded(&mut self, written: ast::ExprId, expr: ExprId) {
        let span = self.ast[written].span;
        let (callee, result) = match self.ast[self.ast.strip_parens(written)].kind {
            ast::ExprKind::Call { .. } | ast::ExprKind::Construct { .. } => {
                (self.called_function(expr), self.typed.exprs[expr].ty)
            }
            _ => return,
        };
        let by_value = !self.typed.exprs[expr].category.is_glvalue();
        let attribute = callee.and_then(|function| match self.entities[function].origin {
            FunctionOrigin::Declared(decl) => {
                let why = self.reason_in(decl, NODISCARD)?;
                Some((why, self.entities[function].span))
            }
            _ => None,
        });
        let attribute = match attribute {
            Some(found) => Some(found),
            None if by_value => self.nodiscard_type(result),
            None => None,
        };
        if let Some((why, declared)) = attribute {
            let what = match callee {
                Some(function) => {
                    format!("the value of `{}` is not used", self.show_function(function))
                }
                None => format!("the value of type `{}` is not used", self.show(result)),
            };
            let code = codes::DISCARDED_VALUE;
            let Some(warning) = self.warning_of_attribute(code, span, declared, what, &why) else {
                return;
            };
            // The value of a function of the library is all that the call does.
            let is_librarys = self.unit.sources.in_system_file(declared.lo);
            let operand = if is_librarys { self.operand_of_result_type(expr) } else { None };
            let otherwise = match is_librarys {
                true => "use the value, or remove the statement",
                false => "use the value, or cast the call to `void`",
            };
            let warning = self.with_assignment(warning, operand, (expr, span), otherwise);
            self.report(warning);
        }
    }

    /// The function whose call an expression is, below the conversions around it.
    fn called_function(&self, expr: ExprId) -> Option<FunctionId> {
        match &self.typed.exprs[expr].kind {
            ExprKind::Call { callee, .. } | ExprKind::VirtualCall { callee, .. } => Some(*callee),
            ExprKind::Construct { constructor, .. } => Some(*constructor),
            ExprKind::Materialize(inner) | ExprKind::Deref(inner) => self.called_function(*inner),
            _ => None,
        }
    }
}
