//! Declarations, a line each.

use super::ty::tag_text;
use super::{Dumper, push_words};
use crate::ast::*;

impl Dumper<'_> {
    pub(super) fn decl(&mut self, id: DeclId) {
        let ast = self.ast;
        let node = &ast[id];
        let mut text = self.decl_head(&node.kind);
        if node.access == Some(Access::Private) {
            text.push_str(" private");
        } else if node.access == Some(Access::Protected) {
            text.push_str(" protected");
        }
        text.push_str(&self.attrs(&node.attrs));
        self.line(&text);
        self.nested(|d| d.decl_children(&node.kind));
    }

    /// The line of a declaration, without what is nested in it.
    fn decl_head(&self, kind: &DeclKind) -> String {
        match kind {
            DeclKind::Namespace(namespace) => {
                let inline = if namespace.is_inline { " inline" } else { "" };
                let name = namespace.name.map_or("<unnamed>", |name| self.ident(name));
                format!("Namespace{inline} {name}")
            }
            DeclKind::NamespaceAlias { name, target } => {
                format!("NamespaceAlias {} = {}", self.ident(*name), self.name(*target))
            }
            DeclKind::UsingDirective(name) => format!("UsingDirective {}", self.name(*name)),
            DeclKind::UsingDecl(using) => format!(
                "UsingDecl{} {}{}",
                if using.typename { " typename" } else { "" },
                self.name(using.name),
                if using.is_pack_expansion { "..." } else { "" }
            ),
            DeclKind::UsingEnum(name) => format!("UsingEnum {}", self.name(*name)),
            DeclKind::TypeAlias(alias) => {
                format!("TypeAlias {} = {}", self.ident(alias.name), self.ty(alias.ty))
            }
            DeclKind::Class(class) => self.class_head(class),
            DeclKind::Enum(declared) => self.enum_head(declared),
            DeclKind::Enumerator { name, value } => match value {
                Some(value) => format!("Enumerator {} = {}", self.ident(*name), self.expr(*value)),
                None => format!("Enumerator {}", self.ident(*name)),
            },
            DeclKind::Function(function) => self.function_head(function),
            DeclKind::Variable(variable) => format!(
                "Variable{} {}: {}{}",
                self.specs(&variable.specs),
                self.name(variable.name),
                self.ty(variable.ty),
                self.initializer(&variable.init)
            ),
            DeclKind::Field(field) => {
                let width =
                    field.bit_width.map_or(String::new(), |e| format!(" : {}", self.expr(e)));
                format!(
                    "Field{} {}: {}{width}{}",
                    self.specs(&field.specs),
                    field.name.map_or("<unnamed>", |name| self.ident(name)),
                    self.ty(field.ty),
                    self.initializer(&field.init)
                )
            }
            DeclKind::Param(param) => {
                format!(
                    "Param {}: {}",
                    param.name.map_or("_", |n| self.ident(n)),
                    self.ty(param.ty)
                )
            }
            DeclKind::StructuredBinding(binding) => {
                let names: Vec<&str> = binding
                    .bindings
                    .iter()
                    .map(|&id| match &self.ast[id].kind {
                        DeclKind::Binding(ident) => self.ident(*ident),
                        _ => "<error>",
                    })
                    .collect();
                format!(
                    "StructuredBinding{} [{}]: {}{}",
                    self.specs(&binding.specs),
                    names.join(", "),
                    self.ty(binding.ty),
                    self.initializer(&binding.init)
                )
            }
            DeclKind::Binding(name) => format!("Binding {}", self.ident(*name)),
            DeclKind::Template(template) => {
                let mut text = String::from("Template");
                if template.is_abbreviated {
                    text.push_str(" abbreviated");
                }
                text.push(' ');
                text.push_str(&self.template_params(&template.params));
                if let Some(e) = template.requires {
                    text.push_str(&format!(" requires {}", self.expr(e)));
                }
                text
            }
            DeclKind::TemplateParam(param) => {
                format!("TemplateParam {}", self.template_param(param))
            }
            DeclKind::ExplicitSpecialization(_) => "ExplicitSpecialization".to_owned(),
            DeclKind::ExplicitInstantiation { is_extern, .. } => {
                format!("ExplicitInstantiation{}", if *is_extern { " extern" } else { "" })
            }
            DeclKind::DeductionGuide(guide) => {
                let mut params: Vec<String> =
                    guide.params.iter().map(|&param| self.param(param)).collect();
                if guide.is_variadic {
                    params.push("...".to_owned());
                }
                let requires =
                    guide.requires.map_or(String::new(), |e| format!(" requires {}", self.expr(e)));
                format!(
                    "DeductionGuide{} {}({}) -> {}{requires}",
                    self.specs(&guide.specs),
                    self.name(guide.name),
                    params.join(", "),
                    self.ty(guide.result)
                )
            }
            DeclKind::Concept { name, constraint } => {
                format!("Concept {} = {}", self.ident(*name), self.expr(*constraint))
            }
            DeclKind::StaticAssert { cond, message } => {
                let message = message.map_or(String::new(), |e| format!(", {}", self.expr(e)));
                format!("StaticAssert {}{message}", self.expr(*cond))
            }
            DeclKind::Friend(FriendDecl::Decl(_)) => "Friend".to_owned(),
            DeclKind::Friend(FriendDecl::Type(ty)) => format!("Friend {}", self.ty(*ty)),
            DeclKind::LinkageSpec(linkage) => {
                let language = match linkage.language {
                    Language::C => "C",
                    Language::Cxx => "C++",
                    Language::Unknown => "<error>",
                };
                format!("LinkageSpec {language}{}", if linkage.has_braces { " braces" } else { "" })
            }
            DeclKind::Empty => "Empty".to_owned(),
            DeclKind::Asm(_) => "Asm".to_owned(),
            DeclKind::Unparsed(unparsed) => {
                format!("Unparsed {} tokens", unparsed.tokens.indices().len())
            }
            DeclKind::Error => "Error".to_owned(),
        }
    }

    fn decl_children(&mut self, kind: &DeclKind) {
        match kind {
            DeclKind::Namespace(namespace) => {
                namespace.decls.iter().for_each(|&decl| self.decl(decl));
            }
            DeclKind::Class(class) => class.members.iter().for_each(|&decl| self.decl(decl)),
            DeclKind::Enum(declared) => {
                declared.enumerators.iter().for_each(|&decl| self.decl(decl));
            }
            DeclKind::Template(template) => self.decl(template.inner),
            DeclKind::ExplicitSpecialization(inner)
            | DeclKind::ExplicitInstantiation { inner, .. }
            | DeclKind::Friend(FriendDecl::Decl(inner)) => self.decl(*inner),
            DeclKind::LinkageSpec(linkage) => {
                linkage.decls.iter().for_each(|&decl| self.decl(decl));
            }
            DeclKind::Function(function) => self.body(function.body),
            DeclKind::Unparsed(unparsed) => {
                for diagnostic in unparsed.diagnostics.iter() {
                    let text = format!("because {}: {}", diagnostic.code.id, diagnostic.message);
                    self.line(&text);
                }
                unparsed.recovered.iter().for_each(|&decl| self.decl(decl));
            }
            DeclKind::NamespaceAlias { .. }
            | DeclKind::UsingDirective(_)
            | DeclKind::UsingDecl(_)
            | DeclKind::UsingEnum(_)
            | DeclKind::TypeAlias(_)
            | DeclKind::Enumerator { .. }
            | DeclKind::Variable(_)
            | DeclKind::Field(_)
            | DeclKind::Param(_)
            | DeclKind::StructuredBinding(_)
            | DeclKind::Binding(_)
            | DeclKind::TemplateParam(_)
            | DeclKind::DeductionGuide(_)
            | DeclKind::Concept { .. }
            | DeclKind::StaticAssert { .. }
            | DeclKind::Friend(FriendDecl::Type(_))
            | DeclKind::Empty
            | DeclKind::Asm(_)
            | DeclKind::Error => {}
        }
    }

    fn body(&mut self, body: FunctionBody) {
        match body {
            FunctionBody::None => {}
            FunctionBody::Defaulted => self.line("= default"),
            FunctionBody::Deleted => self.line("= delete"),
            FunctionBody::Definition(body) => {
                let ast = self.ast;
                match &ast[body].state {
                    BodyState::Unparsed => self.line("body not parsed"),
                    BodyState::Parsed(parsed) => {
                        for init in &parsed.inits {
                            let text = format!(
                                "MemInit {}{}{}",
                                self.name(init.target),
                                self.initializer(&init.init),
                                if init.is_pack_expansion { "..." } else { "" }
                            );
                            self.line(&text);
                        }
                        self.stmt(parsed.block);
                    }
                }
            }
        }
    }

    /// With a space before each word.
    fn specs(&self, specs: &DeclSpecs) -> String {
        let mut text = String::new();
        push_words(&mut text, specs.flags.words());
        push_words(&mut text, specs.spaces.words());
        match specs.explicit {
            Explicit::No => {}
            Explicit::Yes => text.push_str(" explicit"),
            Explicit::If(e) => text.push_str(&format!(" explicit({})", self.expr(e))),
        }
        text
    }

    fn class_head(&self, class: &ClassDecl) -> String {
        let mut text = format!("Class {}", tag_text(class.key));
        text.push(' ');
        text.push_str(&class.name.map_or("<unnamed>".to_owned(), |name| self.name(name)));
        if class.is_final {
            text.push_str(" final");
        }
        if !class.is_definition {
            text.push_str(" declared");
        }
        for (index, base) in class.bases.iter().enumerate() {
            text.push_str(if index == 0 { " : " } else { ", " });
            if base.is_virtual {
                text.push_str("virtual ");
            }
            match base.access {
                Some(Access::Public) => text.push_str("public "),
                Some(Access::Protected) => text.push_str("protected "),
                Some(Access::Private) => text.push_str("private "),
                None => {}
            }
            text.push_str(&self.ty(base.ty));
            if base.is_pack_expansion {
                text.push_str("...");
            }
        }
        text
    }

    fn enum_head(&self, declared: &EnumDecl) -> String {
        let mut text = String::from("Enum");
        if declared.is_scoped {
            text.push_str(" class");
        }
        text.push(' ');
        text.push_str(&declared.name.map_or("<unnamed>".to_owned(), |name| self.name(name)));
        if let Some(underlying) = declared.underlying {
            text.push_str(" : ");
            text.push_str(&self.ty(underlying));
        }
        if !declared.is_definition {
            text.push_str(" declared");
        }
        text
    }

    fn function_head(&self, function: &FunctionDecl) -> String {
        let kind = match function.kind {
            FunctionKind::Ordinary => "Function",
            FunctionKind::Constructor => "Constructor",
            FunctionKind::Destructor => "Destructor",
            FunctionKind::Conversion => "Conversion",
        };
        let mut text = format!(
            "{kind}{} {}: {}",
            self.specs(&function.specs),
            self.name(function.name),
            self.function_type(&function.ty)
        );
        push_words(&mut text, function.virt.words());
        if let Some(e) = function.requires {
            text.push_str(&format!(" requires {}", self.expr(e)));
        }
        text
    }

    pub(super) fn template_params(&self, params: &[DeclId]) -> String {
        let params: Vec<String> = params
            .iter()
            .map(|&id| match &self.ast[id].kind {
                DeclKind::TemplateParam(param) => self.template_param(param),
                _ => "<error>".to_owned(),
            })
            .collect();
        format!("<{}>", params.join(", "))
    }

    fn template_param(&self, param: &TemplateParam) -> String {
        let constraint = |constraint: &Option<TypeConstraint>, word: &str| match constraint {
            Some(constraint) => self.name(constraint.concept),
            None => word.to_owned(),
        };
        let (mut text, default) = match &param.kind {
            TemplateParamKind::Type { constraint: c, default } => {
                (constraint(c, "class"), default.map(|ty| self.ty(ty)))
            }
            TemplateParamKind::NonType { ty, default } => {
                (self.ty(*ty), default.map(|e| self.expr(e)))
            }
            TemplateParamKind::Template { params, requires, default } => {
                let mut text = format!("template{}", self.template_params(params));
                if let Some(e) = requires {
                    text.push_str(&format!(" requires {}", self.expr(*e)));
                }
                (text, default.map(|name| self.name(name)))
            }
            TemplateParamKind::Invented { constraint: c } => (constraint(c, "auto"), None),
        };
        if param.is_pack {
            text.push_str("...");
        }
        if let Some(name) = param.name {
            text.push(' ');
            text.push_str(self.ident(name));
        }
        if let Some(default) = default {
            text.push_str(" = ");
            text.push_str(&default);
        }
        text
    }
}
