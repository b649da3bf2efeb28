//! Names in the user's sources: where they stand and which declaration each means.
//!
//! The target of a name is the position of the name in the first declaration of what it denotes;
//! two names mean the same thing if their targets are equal, whatever specialisation they were
//! looked up in. Names in code that is not analysed, as in the bodies of host functions, have
//! no target; [`Names::unanalysed`] finds them by their spelling.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use lang::ast::{Ast, BodyState, DeclId, DeclKind, FunctionBody, QualNameId, UnqualifiedId};
use lang::base::{Name, Pos, SourceMap, Span};
use lang::lex::TokenKind;
use sema::entity::{DeclName, Entity, FunctionKind, Owner};
use sema::uses::Use;

use super::analysis::Analysis;
use super::outline::{self, Declaration, ScopeName, Scopes};

/// Where a name stands.
#[derive(Clone, Debug)]
pub struct Occurrence {
    /// In a file of the user, where it was typed.
    pub span: Span,
    pub target: Pos,
    /// What the checker recorded, unless this is a declaration.
    pub used: Option<usize>,
}

/// The names of a document and the user's files that it includes.
pub struct Names {
    /// Sorted by position.
    pub occurrences: Vec<Occurrence>,
    /// The declarations, in the order of the source.
    pub outline: Vec<Declaration>,
    /// Where they are declared.
    pub scopes: Scopes,
    /// From the position of a redeclared name to that of the first.
    first: BTreeMap<Pos, Pos>,
}

impl Names {
    pub fn new(analysis: &mut Analysis<'_, '_>) -> Names {
        let (outline, scopes) = outline::declarations(analysis);
        let first = first_declarations(&outline, &scopes);
        let mut names = Names { occurrences: Vec::new(), outline, scopes, first };
        names.add_declarations(analysis);
        names.add_uses(analysis);
        names.occurrences.sort_by_key(|name| (name.span.lo, name.used.is_some()));
        names.occurrences.dedup_by_key(|name| (name.span.lo, name.target));
        names
    }

    /// The name at a position, or right before it.
    pub fn at(&self, pos: Pos) -> Option<&Occurrence> {
        let after = self.occurrences.partition_point(|name| name.span.lo <= pos);
        let before = self.occurrences.get(..after)?.iter().rev().take(4);
        let mut around = before.filter(|name| pos <= name.span.hi);
        let first = around.next()?;
        // A declaration and what it was looked up as may stand at one place.
        Some(around.find(|name| name.span == first.span && name.used.is_some()).unwrap_or(first))
    }

    /// Everything that means the same thing.
    pub fn meaning(&self, target: Pos) -> impl Iterator<Item = &Occurrence> {
        self.occurrences.iter().filter(move |name| name.target == target)
    }

    /// The declarations of one thing.
    pub fn declarations(&self, target: Pos) -> impl Iterator<Item = &Declaration> {
        self.outline.iter().filter(move |declared| self.canonical(declared.name_span.lo) == target)
    }

    pub fn canonical(&self, pos: Pos) -> Pos {
        self.first.get(&pos).copied().unwrap_or(pos)
    }

    fn add_declarations(&mut self, analysis: &mut Analysis<'_, '_>) {
        let is_users = |span: Span| !span.is_none() && !analysis.map.in_system_file(span.lo);
        let mut spans: BTreeSet<Pos> = BTreeSet::new();
        let declared: Vec<Span> = analysis
            .ast
            .decls
            .iter()
            .filter(|(_, decl)| is_users(decl.span))
            .filter_map(|(id, _)| name_span(analysis, id))
            .collect();
        let own: Vec<Span> = self.outline.iter().map(|declared| declared.name_span).collect();
        for span in own.into_iter().chain(declared) {
            if let Some(typed) = typed_name(analysis, span)
                && spans.insert(typed.lo)
            {
                let target = self.canonical(span.lo);
                self.occurrences.push(Occurrence { span: typed, target, used: None });
            }
        }
    }

    fn add_uses(&mut self, analysis: &mut Analysis<'_, '_>) {
        let Some(uses) = analysis.cx().uses.take() else { return };
        for (index, used) in uses.list().iter().enumerate() {
            let Some(span) = typed_name(analysis, used.span) else { continue };
            for target in targets(analysis, used) {
                let target = self.canonical(target);
                self.occurrences.push(Occurrence { span, target, used: Some(index) });
            }
        }
        analysis.cx().uses = Some(uses);
    }

    /// Where the name of `target` stands in code that was not analysed, other than behind `.` and
    /// `->`: what is likely to mean it.
    pub fn unanalysed(&self, analysis: &mut Analysis<'_, '_>, name: &str) -> Vec<Span> {
        let unit = analysis.cx().unit;
        let Some(name) = unit.names.get(name) else { return Vec::new() };
        let mut found = Vec::new();
        for body in unit.ast.bodies.values() {
            if !matches!(body.state, BodyState::Unparsed)
                || analysis.map.in_system_file(body.span.lo)
            {
                continue;
            }
            let tokens = unit.tokens.get(body.tokens.indices()).unwrap_or_default();
            let mut is_member = false;
            for token in tokens {
                if token.kind == TokenKind::Ident && token.name == name && !is_member {
                    found.extend(analysis.typed_at(token.span));
                }
                is_member = matches!(token.kind, TokenKind::Dot | TokenKind::Arrow);
            }
        }
        found
    }
}

/// The declarations that a use means.
pub fn targets(analysis: &mut Analysis<'_, '_>, used: &Use) -> Vec<Pos> {
    if let Some(declared) = used.declared {
        return vec![declared.lo];
    }
    let mut found: Vec<Pos> = Vec::new();
    for entity in &used.meanings {
        if let Some(span) = declaration(analysis, used, entity)
            && !found.contains(&span.lo)
        {
            found.push(span.lo);
        }
    }
    found
}

/// Where what a use denotes was declared under the name that is used.
pub fn declaration(analysis: &mut Analysis<'_, '_>, used: &Use, entity: &Entity) -> Option<Span> {
    if let Some(declared) = used.declared {
        return Some(declared);
    }
    let cx = analysis.cx();
    match *entity {
        Entity::Function(function) => {
            let function = &cx.entities[function];
            match (function.kind, function.owner) {
                (FunctionKind::Constructor | FunctionKind::Destructor, Owner::Class(class)) => {
                    Some(cx.entities[class].span)
                }
                _ => Some(function.span),
            }
        }
        Entity::Type(ty) => {
            let class = cx.types.class_of(ty).map(|class| &cx.entities[class]);
            let is_own = |name| DeclName::Identifier(name) == used.name;
            if let Some(class) = class
                && class.name.is_some_and(is_own)
            {
                return Some(class.span);
            }
            let id = cx.types.enum_of(ty);
            if let Some(id) = id
                && cx.entities[id].name.is_some_and(is_own)
            {
                return Some(cx.entities[id].span);
            }
            alias(analysis, used)
        }
        Entity::Namespace(ns) => {
            let name = cx.entities[ns].name;
            let is_own = name.is_some_and(|name| DeclName::Identifier(name) == used.name);
            namespace(analysis, used, is_own)
        }
        _ => cx.entity_span(entity),
    }
    .filter(|span| !span.is_none())
}

/// Where namespaces and aliases are declared, by name.
#[derive(Default)]
pub struct DeclaredNames {
    /// Aliases of types, in the order of the source; whether a file of the system has each.
    aliases: HashMap<Name, Vec<(bool, Span)>>,
    /// The first declaration of namespaces of a name, of the user's if there are several.
    namespaces: HashMap<Name, (bool, Span)>,
    namespace_aliases: HashMap<Name, (bool, Span)>,
}

impl DeclaredNames {
    fn of(ast: &Ast, map: &SourceMap) -> DeclaredNames {
        let mut names = DeclaredNames::default();
        for decl in ast.decls.values() {
            let (ident, list) = match &decl.kind {
                DeclKind::TypeAlias(alias) => {
                    let place = (map.in_system_file(alias.name.span.lo), alias.name.span);
                    names.aliases.entry(alias.name.name).or_default().push(place);
                    continue;
                }
                DeclKind::Namespace(namespace) => match namespace.name {
                    Some(name) => (name, &mut names.namespaces),
                    None => continue,
                },
                DeclKind::NamespaceAlias { name, .. } => (*name, &mut names.namespace_aliases),
                _ => continue,
            };
            let is_system = map.in_system_file(ident.span.lo);
            let best = list.entry(ident.name).or_insert((is_system, ident.span));
            if best.0 && !is_system {
                *best = (is_system, ident.span);
            }
        }
        names
    }
}

/// The alias of the name that is used, of the user's if there are several.
fn alias(analysis: &Analysis<'_, '_>, used: &Use) -> Option<Span> {
    let DeclName::Identifier(name) = used.name else { return None };
    let places = declared_names(analysis).aliases.get(&name)?;
    let rank = |&&(is_system, span): &&(bool, Span)| (is_system, span.lo > used.span.lo);
    places.iter().min_by_key(rank).map(|&(_, span)| span)
}

/// The first declaration of a namespace, or the alias that is used.
fn namespace(analysis: &Analysis<'_, '_>, used: &Use, is_own: bool) -> Option<Span> {
    let DeclName::Identifier(name) = used.name else { return None };
    let names = declared_names(analysis);
    let list = if is_own { &names.namespaces } else { &names.namespace_aliases };
    list.get(&name).map(|&(_, span)| span)
}

fn declared_names<'n>(analysis: &'n Analysis<'_, '_>) -> &'n DeclaredNames {
    analysis.declared.get_or_init(|| DeclaredNames::of(analysis.ast, analysis.map))
}

/// Where the bytes of a name were typed, if that is in a file of the user and they are the name:
/// tokens that a macro pasted together are not.
fn typed_name(analysis: &Analysis<'_, '_>, span: Span) -> Option<Span> {
    let lo = analysis.map.spelling(span.lo);
    (!analysis.map.in_system_file(lo)).then(|| Span::sized(lo, span.hi.0.saturating_sub(span.lo.0)))
}

/// The name that a declaration declares.
pub fn name_span(analysis: &Analysis<'_, '_>, id: DeclId) -> Option<Span> {
    let qualified = |id: QualNameId| {
        let last = &analysis.ast.names[id].last;
        match last.id {
            UnqualifiedId::Error => None,
            UnqualifiedId::Identifier(_)
            | UnqualifiedId::Operator(_)
            | UnqualifiedId::Conversion(_)
            | UnqualifiedId::Literal(_)
            | UnqualifiedId::Destructor(_)
            | UnqualifiedId::Decltype(_) => Some(last.span),
        }
    };
    match &analysis.ast.decls[id].kind {
        DeclKind::Namespace(namespace) => namespace.name.map(|ident| ident.span),
        DeclKind::NamespaceAlias { name, .. }
        | DeclKind::Enumerator { name, .. }
        | DeclKind::Concept { name, .. }
        | DeclKind::Binding(name) => Some(name.span),
        DeclKind::TypeAlias(alias) => Some(alias.name.span),
        DeclKind::Class(class) => qualified(class.name?),
        DeclKind::Enum(declared) => qualified(declared.name?),
        DeclKind::Function(function) => qualified(function.name),
        DeclKind::Variable(variable) => qualified(variable.name),
        DeclKind::Field(field) => field.name.map(|ident| ident.span),
        DeclKind::Param(param) => param.name.map(|ident| ident.span),
        DeclKind::TemplateParam(param) => param.name.map(|ident| ident.span),
        DeclKind::DeductionGuide(guide) => qualified(guide.name),
        DeclKind::UsingDirective(_)
        | DeclKind::UsingDecl(_)
        | DeclKind::UsingEnum(_)
        | DeclKind::StructuredBinding(_)
        | DeclKind::Template(_)
        | DeclKind::ExplicitSpecialization(_)
        | DeclKind::ExplicitInstantiation { .. }
        | DeclKind::StaticAssert { .. }
        | DeclKind::Friend(_)
        | DeclKind::LinkageSpec(_)
        | DeclKind::Empty
        | DeclKind::Asm(_)
        | DeclKind::Unparsed(_)
        | DeclKind::Error => None,
    }
}

/// Groups declarations that declare the same thing again.
fn first_declarations(outline: &[Declaration], scopes: &Scopes) -> BTreeMap<Pos, Pos> {
    let mut firsts: BTreeMap<(ScopeName, &str), Pos> = BTreeMap::new();
    let mut classes: BTreeMap<(ScopeName, &str), Pos> = BTreeMap::new();
    let mut found = BTreeMap::new();
    for declared in outline {
        let at = declared.name_span.lo;
        let mut first = *firsts.entry((declared.scope, &declared.key)).or_insert(at);
        // Constructors and destructors go by the name of their class.
        if declared.is_class() {
            first = *classes.entry((declared.scope, &declared.name)).or_insert(first);
        }
        if declared.is_structor
            && let Some(class) = scopes.split(declared.scope)
            && let Some(&class) = classes.get(&class)
        {
            first = class;
        }
        if first != at {
            found.insert(at, first);
        }
    }
    found
}

/// Whether a function's body stands at its declaration.
pub fn has_body(analysis: &Analysis<'_, '_>, id: DeclId) -> bool {
    match &analysis.ast.decls[id].kind {
        DeclKind::Function(function) => !matches!(function.body, FunctionBody::None),
        DeclKind::Class(class) => class.is_definition,
        DeclKind::Enum(declared) => declared.is_definition,
        _ => false,
    }
}
