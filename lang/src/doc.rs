//! The entities of a translation unit and their documentation: for hover text and
//! for pages of documentation.
//!
//! In: a parsed translation unit and the documentation comments that the lexer kept. Out: a tree of
//! [`Entity`]s, each with its name, its head as written, and its comment. Nothing is looked up:
//! this is the source, in order.

use crate::ast::{
    Access, Ast, ClassDecl, DeclId, DeclKind, FunctionBody, FunctionKind, QualNameId, TypeExprId,
    UnqualifiedId,
};
use crate::base::{Interner, Pos, SourceMap, Span};
use crate::lex::DocComments;
use crate::parse::TranslationUnit;

/// What kind of thing a name is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntityKind {
    Namespace,
    Alias,
    Class,
    Concept,
    Constructor,
    DeductionGuide,
    Enum,
    Enumerator,
    Field,
    Function,
    Variable,
}

/// A declared name.
#[derive(Clone, Debug)]
pub struct Entity {
    pub kind: EntityKind,
    /// As declared, with the arguments of a specialisation: `tile`, `operator[]`, `size<int>`.
    pub name: String,
    /// The declaration without its body, whitespace squeezed.
    pub head: String,
    /// The words of its comment.
    pub doc: Option<String>,
    pub span: Span,
    /// Of namespaces, classes and enumerations: what they contain. Private members are left out.
    pub members: Vec<Entity>,
}

/// The entities of a translation unit, in the order of their declarations.
pub fn entities(
    unit: &TranslationUnit,
    docs: &DocComments,
    interner: &Interner,
    map: &SourceMap,
) -> Vec<Entity> {
    let cx = Cx { ast: &unit.ast, docs, interner, map };
    cx.all(&unit.decls)
}

struct Cx<'a> {
    ast: &'a Ast,
    docs: &'a DocComments,
    interner: &'a Interner,
    map: &'a SourceMap,
}

impl Cx<'_> {
    fn all(&self, decls: &[DeclId]) -> Vec<Entity> {
        let mut found = Vec::new();
        for &decl in decls {
            self.declaration(decl, &mut found);
        }
        found
    }

    fn declaration(&self, id: DeclId, found: &mut Vec<Entity>) {
        let outer = &self.ast.decls[id];
        if matches!(outer.access, Some(Access::Private)) {
            return;
        }
        let decl = &self.ast.decls[self.ast.templated(id)];
        // The comment stands before the template head.
        let (start, end) = (outer.span.lo, decl.span.hi);
        let (kind, name, head_end, members) = match &decl.kind {
            DeclKind::Namespace(namespace) => {
                let name = namespace.name.map_or("", |name| self.interner.text(name.name));
                let members = self.all(&namespace.decls);
                (EntityKind::Namespace, name.to_owned(), start, members)
            }
            DeclKind::LinkageSpec(linkage) => {
                return found.extend(self.all(&linkage.decls));
            }
            DeclKind::TypeAlias(alias) => {
                let name = self.interner.text(alias.name.name).to_owned();
                (EntityKind::Alias, name, end, Vec::new())
            }
            DeclKind::Class(class) => {
                let Some(name) = class.name else { return };
                let head_end = if class.is_definition { self.class_head(class, name) } else { end };
                (EntityKind::Class, self.name(name), head_end, self.all(&class.members))
            }
            DeclKind::Enum(declared) => {
                let mut members = self.all(&declared.enumerators);
                let Some(name) = declared.name else {
                    // The enumerators of an unnamed one belong to the scope around it, and what
                    // is said about it is said about them.
                    for member in &mut members {
                        let about = || self.docs.about(self.map, Span::new(start, end));
                        member.doc = member.doc.take().or_else(about);
                    }
                    return found.extend(members);
                };
                (EntityKind::Enum, self.name(name), self.ast.names[name].span.hi, members)
            }
            DeclKind::Enumerator { name, .. } => {
                let name = self.interner.text(name.name).to_owned();
                (EntityKind::Enumerator, name, end, Vec::new())
            }
            DeclKind::Function(function) => {
                let head_end = match function.body {
                    FunctionBody::Definition(body) => self.ast.bodies[body].span.lo,
                    FunctionBody::None | FunctionBody::Defaulted | FunctionBody::Deleted => end,
                };
                let name = self.name(function.name);
                let kind = match function.kind {
                    FunctionKind::Constructor => EntityKind::Constructor,
                    FunctionKind::Ordinary
                    | FunctionKind::Destructor
                    | FunctionKind::Conversion => EntityKind::Function,
                };
                (kind, name, head_end, Vec::new())
            }
            DeclKind::Variable(variable) => {
                (EntityKind::Variable, self.name(variable.name), end, Vec::new())
            }
            DeclKind::Field(field) => {
                let Some(name) = field.name else { return };
                let name = self.interner.text(name.name).to_owned();
                (EntityKind::Field, name, end, Vec::new())
            }
            DeclKind::Concept { name, .. } => {
                let name = self.interner.text(name.name).to_owned();
                (EntityKind::Concept, name, end, Vec::new())
            }
            DeclKind::DeductionGuide(guide) => {
                (EntityKind::DeductionGuide, self.name(guide.name), end, Vec::new())
            }
            DeclKind::NamespaceAlias { .. }
            | DeclKind::UsingDirective(_)
            | DeclKind::UsingDecl(_)
            | DeclKind::UsingEnum(_)
            | DeclKind::Param(_)
            | DeclKind::StructuredBinding(_)
            | DeclKind::Binding(_)
            | DeclKind::Template(_)
            | DeclKind::TemplateParam(_)
            | DeclKind::ExplicitSpecialization(_)
            | DeclKind::ExplicitInstantiation { .. }
            | DeclKind::StaticAssert { .. }
            | DeclKind::Friend(_)
            | DeclKind::Empty
            | DeclKind::Asm(_)
            | DeclKind::Unparsed(_)
            | DeclKind::Error => return,
        };
        let doc = match kind {
            EntityKind::Namespace => None,
            _ => self.docs.about(self.map, Span::new(start, end)),
        };
        let head = without_causes(&self.squeezed(Span::new(start, head_end)));
        found.push(Entity { kind, name, head, doc, span: outer.span, members });
    }

    /// Where the head of a class ends: before its members, after its bases.
    fn class_head(&self, class: &ClassDecl, name: QualNameId) -> Pos {
        class.bases.last().map_or(self.ast.names[name].span.hi, |base| base.span.hi)
    }

    /// A name as declared, without what qualifies it.
    fn name(&self, id: QualNameId) -> String {
        let last = &self.ast.names[id].last;
        let type_text = |ty: TypeExprId| self.squeezed(self.ast.types[ty].span);
        let name = match &last.id {
            UnqualifiedId::Identifier(name) => self.interner.text(*name).to_owned(),
            UnqualifiedId::Operator(operator) => format!("operator{}", operator.text()),
            UnqualifiedId::Conversion(ty) => format!("operator {}", type_text(*ty)),
            UnqualifiedId::Literal(suffix) => {
                format!("operator\"\"{}", self.interner.text(suffix.name))
            }
            UnqualifiedId::Destructor(ty) => format!("~{}", type_text(*ty)),
            UnqualifiedId::Decltype(_) | UnqualifiedId::Error => String::new(),
        };
        match &last.args {
            Some(args) => name + &self.squeezed(args.span),
            None => name,
        }
    }

    /// The text without its comments, every run of whitespace one blank.
    fn squeezed(&self, span: Span) -> String {
        let text = self.map.text(span);
        let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
        let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
        words.join(" ").trim_end_matches(';').trim_end().to_owned()
    }
}

/// What begins an attribute that is for the compiler alone: messages, and releases, which the comment names.
const INTERNAL: &[&str] = &[
    "[[tilec::because(",
    "[[tilec::help(",
    "[[tilec::warn(",
    "[[tilec::values(",
    "[[tilec::since(",
    "[[tilec::until(",
    "[[tilec::preview(",
];

/// A head without the attributes that are for the compiler alone.
pub fn without_causes(head: &str) -> String {
    let mut out = head.to_owned();
    for begin in INTERNAL {
        let text = std::mem::take(&mut out);
        let mut parts = text.split(begin);
        out.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let rest = part.split_once("]]").map_or("", |(_, rest)| rest);
            out.push_str(rest.trim_start());
        }
    }
    out
}
