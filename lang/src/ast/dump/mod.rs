//! The tree as stable text, for `--emit=ast` and for tests.
//!
//! Declarations and statements are one line each, indented; types, names and expressions stand in
//! line: types from the outside in (`ptr(const int)`), expressions in prefix form
//! (`(+ a (call f b))`), so that precedence and disambiguation can be read off.

mod decl;
mod expr;
mod stmt;
mod ty;

use std::fmt::Write;

use super::*;
use crate::base::Interner;
use crate::lex::Token;

/// The declarations and all they contain.
pub fn dump(ast: &Ast, tokens: &[Token], interner: &Interner, decls: &[DeclId]) -> String {
    let mut dumper = Dumper { ast, tokens, interner, out: String::new(), depth: 0 };
    for &id in decls {
        dumper.decl(id);
    }
    dumper.out
}

/// One statement and all it contains.
pub fn dump_stmt(ast: &Ast, tokens: &[Token], interner: &Interner, stmt: StmtId) -> String {
    let mut dumper = Dumper { ast, tokens, interner, out: String::new(), depth: 0 };
    dumper.stmt(stmt);
    dumper.out
}

struct Dumper<'a> {
    ast: &'a Ast,
    tokens: &'a [Token],
    interner: &'a Interner,
    out: String,
    depth: usize,
}

impl Dumper<'_> {
    fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn nested(&mut self, inner: impl FnOnce(&mut Self)) {
        self.depth += 1;
        inner(self);
        self.depth -= 1;
    }

    fn ident(&self, ident: Ident) -> &str {
        self.interner.text(ident.name)
    }

    fn name(&self, id: QualNameId) -> String {
        let name = &self.ast[id];
        let mut text = String::new();
        if name.is_global {
            text.push_str("::");
        }
        for segment in &name.qualifiers {
            text.push_str(&self.segment(segment));
            text.push_str("::");
        }
        text.push_str(&self.segment(&name.last));
        text
    }

    fn segment(&self, segment: &NameSegment) -> String {
        let mut text = String::new();
        if segment.template_keyword {
            text.push_str("template ");
        }
        match &segment.id {
            UnqualifiedId::Identifier(name) => text.push_str(self.interner.text(*name)),
            UnqualifiedId::Operator(op) => {
                text.push_str("operator");
                if op.text().starts_with(|c: char| c.is_ascii_alphabetic()) {
                    text.push(' ');
                }
                text.push_str(op.text());
            }
            UnqualifiedId::Conversion(ty) => {
                text.push_str("operator ");
                text.push_str(&self.ty(*ty));
            }
            UnqualifiedId::Literal(suffix) => {
                text.push_str("operator\"\"");
                text.push_str(self.ident(*suffix));
            }
            UnqualifiedId::Destructor(ty) => {
                text.push('~');
                text.push_str(&self.ty(*ty));
            }
            UnqualifiedId::Decltype(e) => {
                text.push_str("decltype ");
                text.push_str(&self.expr(*e));
            }
            UnqualifiedId::Error => text.push_str("<error>"),
        }
        if let Some(args) = &segment.args {
            text.push_str(&self.template_args(&args.args));
        }
        text
    }

    fn template_args(&self, args: &[TemplateArg]) -> String {
        let args: Vec<String> = args.iter().map(|arg| self.template_arg(arg)).collect();
        format!("<{}>", args.join(", "))
    }

    fn template_arg(&self, arg: &TemplateArg) -> String {
        let mut text = match &arg.kind {
            TemplateArgKind::Type(ty) => self.ty(*ty),
            TemplateArgKind::Expr(e) => self.expr(*e),
            TemplateArgKind::Template(name) => format!("template:{}", self.name(*name)),
            TemplateArgKind::Unresolved(name) => format!("?{}", self.name(*name)),
            TemplateArgKind::Error => "<error>".to_owned(),
        };
        if arg.is_pack_expansion {
            text.push_str("...");
        }
        text
    }

    /// The spelling of tokens, with a space between each two.
    fn token_text(&self, range: TokenRange) -> String {
        let tokens = self.tokens.get(range.indices()).unwrap_or(&[]);
        let mut text = String::new();
        for (index, token) in tokens.iter().enumerate() {
            if index > 0 {
                text.push(' ');
            }
            text.push_str(self.interner.text(token.name));
        }
        text
    }

    fn attrs(&self, attrs: &[Attribute]) -> String {
        let mut text = String::new();
        for attr in attrs {
            let one = self.attr(attr);
            let _ = write!(text, " {one}");
        }
        text
    }

    fn attr(&self, attr: &Attribute) -> String {
        let with_args = |name: &str, args: &Option<TokenRange>| match args {
            Some(args) => format!("{name}({})", self.token_text(*args)),
            None => name.to_owned(),
        };
        match &attr.kind {
            AttributeKind::Standard { scope, name, args } => {
                let mut text = String::from("[[");
                if let Some(scope) = scope {
                    text.push_str(self.interner.text(*scope));
                    text.push_str("::");
                }
                text.push_str(&with_args(self.interner.text(*name), args));
                text.push_str("]]");
                text
            }
            AttributeKind::Hint(hint) => {
                let mut text = format!("[[cutile::hint({}", self.expr(hint.arch));
                for item in &hint.items {
                    let _ = write!(text, ", {} = {}", self.ident(item.kind), self.expr(item.value));
                }
                text.push(')');
                if hint.is_pack_expansion {
                    text.push_str("...");
                }
                text.push_str("]]");
                text
            }
            AttributeKind::Because(args) => {
                format!("[[tilec::because{}]]", self.expr_list(args))
            }
            AttributeKind::Help(args) => format!("[[tilec::help{}]]", self.expr_list(args)),
            AttributeKind::Warn(args) => format!("[[tilec::warn{}]]", self.expr_list(args)),
            AttributeKind::Alignas(arg) => format!("alignas({})", self.template_arg(arg)),
            AttributeKind::Vendor { name, args } => {
                format!("__attribute__(({}))", with_args(self.interner.text(*name), args))
            }
            AttributeKind::LaunchBounds(args) => {
                format!("__launch_bounds__{}", self.expr_list(args))
            }
            AttributeKind::Cuda { name, args } => {
                format!("{}{}", self.interner.text(*name), self.expr_list(args))
            }
        }
    }
}

/// Appends words, each with a space before it.
fn push_words(text: &mut String, words: impl Iterator<Item = &'static str>) {
    for word in words {
        text.push(' ');
        text.push_str(word);
    }
}
