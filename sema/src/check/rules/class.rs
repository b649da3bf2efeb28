//! Classes and enumerations by themselves ([class.union], [class.union.anon], [class.local],
//! [class.copy.ctor], [dcl.enum]).

use lang::ast::{
    Access, Ast, ClassDecl, DeclId, DeclKind, EnumDecl, FieldDecl, FunctionBody, FunctionDecl,
    FunctionKind, Ident, Initializer, ParamDecl, TagKey, TypeExprKind, VirtSpecs,
};
use lang::base::{Diagnostic, Span};

use super::{Place, Rules};
use crate::codes;

impl Rules<'_> {
    pub(super) fn check_class(&mut self, ast: &Ast, class: &ClassDecl) {
        if class.key == TagKey::Union {
            self.check_union(ast, class);
        }
        self.check_member_names(ast, class);
    }

    /// One member of a union at most has an initialiser ([class.mem.general]/10).
    fn check_union(&mut self, ast: &Ast, class: &ClassDecl) {
        let mut initialized = class.members.iter().filter_map(|&id| match &ast[id].kind {
            DeclKind::Field(field) if !matches!(field.init, Initializer::None) => {
                Some(field.name.map_or(ast[id].span, |name| name.span))
            }
            _ => None,
        });
        if let (Some(first), Some(second)) = (initialized.next(), initialized.next()) {
            let message = "only one member of a union can have an initialiser";
            let diagnostic = Diagnostic::new(codes::INVALID_INITIALIZER, second, message)
                .secondary(first, "this one has one already");
            self.report(diagnostic);
        }
    }

    /// The members of an anonymous union are data, and public ([class.union.anon]/1).
    pub(super) fn check_anonymous(&mut self, ast: &Ast, field: &FieldDecl) {
        let TypeExprKind::Defined(class) = ast[field.ty].kind else { return };
        let DeclKind::Class(class) = &ast[class].kind else { return };
        if field.name.is_some() || field.bit_width.is_some() || class.name.is_some() {
            return;
        }
        for &id in &class.members {
            let member = &ast[id];
            let (span, what) = match &member.kind {
                DeclKind::Function(function) => (ast[function.name].span, "member functions"),
                DeclKind::Template(_) => (member.span, "templates"),
                DeclKind::Variable(variable) => (ast[variable.name].span, "static members"),
                _ if !matches!(member.access, None | Some(Access::Public)) => {
                    (member.span, "private or protected members")
                }
                _ => continue,
            };
            let key = if class.key == TagKey::Union { "union" } else { "class" };
            let message = format!("an anonymous {key} has no {what}");
            let diagnostic = Diagnostic::new(codes::INVALID_SPECIFIER, span, message);
            self.report(diagnostic.help(format!("give the {key} a name, and a member of it")));
            return;
        }
    }

    /// A class in a function has no static data members ([class.local]/3) and, as a block, no
    /// templates.
    pub(super) fn check_local_member(&mut self, ast: &Ast, id: DeclId) {
        if let (DeclKind::Variable(variable), Place::Class { is_local: true, .. }) =
            (&ast[id].kind, self.place)
            && !self.is_friend
        {
            let message = "a local class cannot have a static data member";
            let span = ast[variable.name].span;
            let diagnostic = Diagnostic::new(codes::INVALID_SPECIFIER, span, message);
            self.report(diagnostic.help("use an enumerator, or define the class outside"));
        }
    }

    /// [class.copy.ctor]/5
    pub(super) fn check_constructor(&mut self, ast: &Ast, function: &FunctionDecl) {
        let Place::Class { .. } = self.place else { return };
        let Some(&own) = self.current_classes.last() else { return };
        if function.kind != FunctionKind::Constructor || self.is_template || self.is_friend {
            return;
        }
        let mut params = function.ty.params.iter().filter_map(|&id| match &ast[id].kind {
            DeclKind::Param(param) => Some(param),
            _ => None,
        });
        let Some(ParamDecl { ty, is_pack: false, .. }) = params.next() else { return };
        let TypeExprKind::Named { name, .. } = ast[*ty].kind else { return };
        if ast[name].as_identifier() == Some(own) && params.all(|param| param.default.is_some()) {
            let message = "a constructor cannot take its own class by value: a call would need the constructor itself";
            let diagnostic =
                Diagnostic::new(codes::INVALID_OPERATOR_FUNCTION, ast[*ty].span, message);
            self.report(diagnostic.help(format!("take `const {}&`", self.text(own))));
        }
    }

    /// `override`, `final` and `= 0` are said in the class, of a function without body there
    /// ([class.mem.general]/6, [class.abstract]/2).
    pub(super) fn broken_virt(&self, function: &FunctionDecl) -> Option<String> {
        let is_in_class = matches!(self.place, Place::Class { .. }) && !self.is_friend;
        let word = function.virt.words().next()?;
        if !is_in_class {
            return Some(format!("`{word}` can only be specified inside the class definition"));
        }
        let is_defined = matches!(function.body, FunctionBody::Definition(_));
        (function.virt.has(VirtSpecs::PURE) && is_defined)
            .then(|| "a pure virtual function cannot be defined inside the class".to_owned())
    }

    pub(super) fn check_enum(&mut self, ast: &Ast, id: DeclId, declared: &EnumDecl) {
        if !declared.is_definition && !declared.is_scoped && declared.underlying.is_none() {
            let message =
                "a declaration of an enumeration without a body must specify its underlying type";
            let diagnostic = Diagnostic::new(codes::INVALID_TYPE, ast[id].span, message);
            self.report(diagnostic.help("write `: int`, or define it here"));
        }
        // Those of an unscoped one are names of the namespace, whose conflicts lookup reports.
        if !declared.is_scoped && self.place == Place::Namespace {
            return;
        }
        let names: Vec<Ident> = declared
            .enumerators
            .iter()
            .filter_map(|&id| match &ast[id].kind {
                DeclKind::Enumerator { name, .. } => Some(*name),
                _ => None,
            })
            .collect();
        self.check_distinct(&names, "enumerators");
    }

    /// Reports the names of a list that stand in it a second time.
    pub(super) fn check_distinct(&mut self, names: &[Ident], what: &str) {
        if names.len() < 2 {
            return;
        }
        let mut seen: rustc_hash::FxHashMap<lang::base::Name, Span> = Default::default();
        for name in names {
            if let Some(&first) = seen.get(&name.name) {
                let message = format!("two {what} are called `{}`", self.text(name.name));
                let code = codes::CONFLICTING_DECLARATION;
                let diagnostic =
                    Diagnostic::new(code, name.span, message).secondary(first, "the first");
                self.report(diagnostic);
            } else {
                seen.insert(name.name, name.span);
            }
        }
    }
}
