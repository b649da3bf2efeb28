//! Types in line.

use super::{Dumper, push_words};
use crate::ast::*;

impl Dumper<'_> {
    pub(super) fn ty(&self, id: TypeExprId) -> String {
        let node = &self.ast[id];
        let mut text = String::new();
        push_words(&mut text, node.cv.words());
        let mut text = text.trim_start().to_owned();
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&self.ty_kind(&node.kind));
        text
    }

    fn ty_kind(&self, kind: &TypeExprKind) -> String {
        match kind {
            TypeExprKind::Builtin(builtin) => builtin.text().to_owned(),
            TypeExprKind::Named { name, typename } => {
                format!("{}{}", if *typename { "typename " } else { "" }, self.name(*name))
            }
            TypeExprKind::Elaborated { key, name } => {
                format!("{} {}", tag_text(*key), self.name(*name))
            }
            TypeExprKind::Defined(decl) => match &self.ast[*decl].kind {
                DeclKind::Class(ClassDecl { name: Some(name), .. })
                | DeclKind::Enum(EnumDecl { name: Some(name), .. }) => {
                    format!("defined({})", self.name(*name))
                }
                _ => "defined".to_owned(),
            },
            TypeExprKind::Auto { constraint } => self.constrained(constraint, "auto"),
            TypeExprKind::DecltypeAuto { constraint } => {
                self.constrained(constraint, "decltype(auto)")
            }
            TypeExprKind::InventedParam(decl) => match &self.ast[*decl].kind {
                DeclKind::TemplateParam(TemplateParam {
                    kind: TemplateParamKind::Invented { constraint },
                    ..
                }) => self.constrained(constraint, "invented"),
                _ => "invented".to_owned(),
            },
            TypeExprKind::Decltype(e) => format!("decltype {}", self.expr(*e)),
            TypeExprKind::Transform { name, args } => {
                let args: Vec<String> = args.iter().map(|arg| self.template_arg(arg)).collect();
                format!("{}({})", self.interner.text(*name), args.join(", "))
            }
            TypeExprKind::Pointer(inner) => format!("ptr({})", self.ty(*inner)),
            TypeExprKind::LvalueRef(inner) => format!("ref({})", self.ty(*inner)),
            TypeExprKind::RvalueRef(inner) => format!("rref({})", self.ty(*inner)),
            TypeExprKind::MemberPointer { class, pointee } => {
                format!("memptr({}, {})", self.name(*class), self.ty(*pointee))
            }
            TypeExprKind::Array { element, size } => match size {
                Some(size) => format!("array({}, {})", self.ty(*element), self.expr(*size)),
                None => format!("array({})", self.ty(*element)),
            },
            TypeExprKind::Function(function) => self.function_type(function),
            TypeExprKind::Error => "<error>".to_owned(),
        }
    }

    fn constrained(&self, constraint: &Option<TypeConstraint>, placeholder: &str) -> String {
        match constraint {
            Some(constraint) => format!("{} {placeholder}", self.name(constraint.concept)),
            None => placeholder.to_owned(),
        }
    }

    /// `fn(int a, float = 2) const -> T`
    pub(super) fn function_type(&self, function: &FunctionType) -> String {
        let mut params: Vec<String> =
            function.params.iter().map(|&param| self.param(param)).collect();
        if function.is_variadic {
            params.push("...".to_owned());
        }
        let mut text = format!("fn({})", params.join(", "));
        push_words(&mut text, function.cv.words());
        match function.ref_qualifier {
            Some(RefQualifier::Lvalue) => text.push_str(" &"),
            Some(RefQualifier::Rvalue) => text.push_str(" &&"),
            None => {}
        }
        match function.noexcept {
            Noexcept::Absent => {}
            Noexcept::Always => text.push_str(" noexcept"),
            Noexcept::If(e) => text.push_str(&format!(" noexcept({})", self.expr(e))),
        }
        if let Some(ret) = function.ret {
            text.push_str(" -> ");
            text.push_str(&self.ty(ret));
        }
        text
    }

    pub(super) fn param(&self, id: DeclId) -> String {
        let DeclKind::Param(param) = &self.ast[id].kind else { return "<error>".to_owned() };
        let mut text = self.ty(param.ty);
        if param.is_pack {
            text.push_str("...");
        }
        if let Some(name) = param.name {
            text.push(' ');
            text.push_str(self.ident(name));
        }
        if let Some(default) = param.default {
            text.push_str(" = ");
            text.push_str(&self.expr(default));
        }
        text.push_str(&self.attrs(&self.ast[id].attrs));
        text
    }
}

pub(super) fn tag_text(key: TagKey) -> &'static str {
    match key {
        TagKey::Struct => "struct",
        TagKey::Class => "class",
        TagKey::Union => "union",
        TagKey::Enum => "enum",
    }
}
