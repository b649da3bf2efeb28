//! `textDocument/completion`: members, names in scope, headers, attributes, directives.

use lang::ast::{DeclId, DeclKind, TagKey};
use lang::base::Pos;
use lang::lex::token::KEYWORDS;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, CompletionTextEdit,
    Documentation, InsertTextFormat, MarkupContent, MarkupKind, Range, TextEdit,
};
use sema::candidates::{Known, NameCandidate};
use sema::entity::{DeclName, Entity, TemplateKind};
use sema::uses::Use;

use crate::lsp::analysis::Analysis;
use crate::lsp::describe;
use crate::lsp::dispatch::Answer;
use crate::lsp::site::{self, Before};

/// A list longer than this is cut; the client asks again when the user goes on.
const MAX_ITEMS: usize = 400;

/// Where completion was asked for.
struct Place {
    /// The bytes of the word that is being written.
    from: usize,
    to: usize,
    /// Its part before the cursor.
    prefix: String,
    range: Range,
}

pub fn completion(
    analysis: &mut Analysis<'_, '_>,
    params: CompletionParams,
) -> Answer<Option<CompletionResponse>> {
    let offset = analysis.offset(params.text_document_position.position);
    let place = place(analysis, offset);
    let line = line_before(analysis.text(), offset).to_owned();
    let mut items = if let Some(items) = include(analysis, &line, offset) {
        items
    } else if let Some(items) = directive(&line, &place) {
        items
    } else if is_comment(analysis, offset) {
        comment(&line, &place)
    } else if let Some(items) = attribute(&line, &place) {
        items
    } else {
        names(analysis, &place)
    };
    let is_incomplete = items.len() > MAX_ITEMS;
    items.truncate(MAX_ITEMS);
    Ok(Some(CompletionResponse::List(lsp_types::CompletionList { is_incomplete, items })))
}

fn place(analysis: &Analysis<'_, '_>, offset: usize) -> Place {
    let text = analysis.text();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let head = text.get(..offset).unwrap_or("");
    let tail = text.get(offset..).unwrap_or("");
    let from =
        offset - head.chars().rev().take_while(|&c| is_word(c)).map(char::len_utf8).sum::<usize>();
    let to = offset + tail.chars().take_while(|&c| is_word(c)).map(char::len_utf8).sum::<usize>();
    let range = Range::new(analysis.position(from), analysis.position(to));
    Place { from, to, prefix: text.get(from..offset).unwrap_or("").to_owned(), range }
}

fn line_before(text: &str, offset: usize) -> &str {
    let head = text.get(..offset).unwrap_or("");
    head.rfind('\n').map_or(head, |newline| &head[newline + 1..])
}

/// Whether a byte is neither in a token nor between two on code: in a comment.
fn is_comment(analysis: &Analysis<'_, '_>, offset: usize) -> bool {
    let pos = analysis.map.file(analysis.main).pos(offset as u32);
    let tokens = analysis.tokens();
    let after = tokens.partition_point(|(span, _)| span.lo < pos);
    let before = after.checked_sub(1).and_then(|index| tokens.get(index));
    let from = before.map_or(0, |(span, _)| {
        analysis.map.file_offset(span.hi).map_or(0, |(_, end)| end as usize)
    });
    let gap = analysis.text().get(from..offset).unwrap_or("");
    let in_line = gap.rfind("//").is_some_and(|at| !gap[at..].contains('\n'));
    let in_block = gap.rfind("/*").is_some_and(|at| !gap[at..].contains("*/"));
    in_line || in_block
}

fn item(place: &Place, label: &str, kind: CompletionItemKind, detail: &str) -> CompletionItem {
    let edit = TextEdit { range: place.range, new_text: label.to_owned() };
    CompletionItem {
        label: label.to_owned(),
        kind: Some(kind),
        detail: (!detail.is_empty()).then(|| detail.to_owned()),
        text_edit: Some(CompletionTextEdit::Edit(edit)),
        ..Default::default()
    }
}

/// Header names behind `#include "` and `#include <`.
fn include(analysis: &Analysis<'_, '_>, line: &str, offset: usize) -> Option<Vec<CompletionItem>> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?;
    let rest = rest.trim_start();
    let is_quoted = rest.starts_with('"');
    let written = rest.strip_prefix(['"', '<'])?;
    if written.contains(['"', '>']) {
        return Some(Vec::new());
    }
    let folder = written.rsplit_once('/').map_or("", |(folder, _)| folder);
    let start = offset - (written.len() - if folder.is_empty() { 0 } else { folder.len() + 1 });
    let place = Place {
        from: start,
        to: offset,
        prefix: String::new(),
        range: Range::new(analysis.position(start), analysis.position(offset)),
    };
    let mut found: Vec<CompletionItem> = Vec::new();
    let mut add = |name: &str, kind: CompletionItemKind, from: &str| {
        if !found.iter().any(|known| known.label == name) {
            found.push(item(&place, name, kind, from));
        }
    };
    let options = &analysis.settings.session.preprocessor;
    let main = &analysis.map.file(analysis.main).path;
    let own = main.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let mut dirs: Vec<&str> = Vec::new();
    if is_quoted {
        dirs.push(&own);
        dirs.extend(options.quote_dirs.iter().map(String::as_str));
    }
    dirs.extend(options.include_dirs.iter().chain(&options.system_dirs).map(String::as_str));
    for dir in dirs {
        for name in analysis.documents.list(&format!("{dir}/{folder}")) {
            let is_header = [".h", ".hpp", ".cuh", ".hh", ".inl", ".cuh"]
                .iter()
                .any(|ending| name.ends_with(ending));
            match name.contains('.') {
                false => add(&name, CompletionItemKind::FOLDER, dir),
                true if is_header => add(&name, CompletionItemKind::FILE, dir),
                true => {}
            }
        }
    }
    for (name, _) in options.embedded {
        let inside = match folder {
            "" => Some(*name),
            folder => name.strip_prefix(folder).and_then(|name| name.strip_prefix('/')),
        };
        match inside.map(|inside| inside.split_once('/')) {
            Some(Some(("detail", _))) => {}
            Some(Some((folder, _))) => add(folder, CompletionItemKind::FOLDER, "tilec"),
            Some(None) => {
                let name = inside.unwrap_or_default();
                add(name, CompletionItemKind::FILE, "tilec");
            }
            None => {}
        }
    }
    Some(found)
}

/// The directives, and what `#pragma` takes.
const DIRECTIVES: &[&str] = &[
    "include", "define", "undef", "if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", "else",
    "endif", "error", "warning", "pragma", "line",
];

const PRAGMAS: &[&str] = &["once", "unroll", "nounroll"];

fn directive(line: &str, place: &Place) -> Option<Vec<CompletionItem>> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let words: &[&str] = match rest.split_once(char::is_whitespace) {
        None => DIRECTIVES,
        Some(("pragma", _)) => PRAGMAS,
        Some(_) => return None,
    };
    let items = words.iter().map(|word| item(place, word, CompletionItemKind::KEYWORD, ""));
    Some(items.collect())
}

/// What a comment can tell the compiler.
fn comment(line: &str, place: &Place) -> Vec<CompletionItem> {
    let Some((_, rest)) = line.rsplit_once("//") else { return Vec::new() };
    let asks = match rest.trim_start().strip_prefix("tilec:") {
        Some(rest) => rest.trim().chars().all(char::is_alphabetic),
        None => return Vec::new(),
    };
    let detail = "check this specialisation of a kernel template";
    let row = asks.then(|| item(place, "instantiate", CompletionItemKind::KEYWORD, detail));
    row.into_iter().collect()
}

/// Attributes with what they are for, and the kinds of a hint.
const ATTRIBUTES: &[(&str, &str)] = &[
    ("cutile::hint", "tells the compiler of Tile C++ how to schedule"),
    ("nodiscard", "the result is to be used"),
    ("maybe_unused", "no warning if it is not used"),
    ("deprecated", "warns at each use"),
    ("fallthrough", "the next case is meant to follow"),
    ("likely", "mostly taken"),
    ("unlikely", "rarely taken"),
    ("noreturn", "does not come back"),
    ("no_unique_address", "may share the address of another member"),
];

const HINTS: &[(&str, &str)] = &[
    ("occupancy", "tile blocks that share a multiprocessor"),
    ("num_cta_in_cga", "CTAs of a cluster"),
    ("latency", "how long a load is expected to take, 1 to 10"),
    ("allow_tma", "whether the tensor memory accelerator may be used"),
];

fn attribute(line: &str, place: &Place) -> Option<Vec<CompletionItem>> {
    let open = line.rfind("[[")?;
    let inside = &line[open + 2..];
    if inside.contains("]]") {
        return None;
    }
    let rows = match inside.rfind('(') {
        Some(at) if inside[..at].trim_end().ends_with("hint") => HINTS,
        Some(_) => return None,
        None => ATTRIBUTES,
    };
    let kind = CompletionItemKind::PROPERTY;
    Some(rows.iter().map(|(name, detail)| item(place, name, kind, detail)).collect())
}

fn names(analysis: &mut Analysis<'_, '_>, place: &Place) -> Vec<CompletionItem> {
    let pos = analysis.map.file(analysis.main).pos(place.from as u32);
    let index = analysis.tokens().partition_point(|(span, _)| span.lo < pos);
    let is_literal = index.checked_sub(1).is_some_and(|before| {
        let (span, kind) = analysis.tokens()[before];
        kind.is_literal() && span.hi >= pos
    });
    if is_literal {
        return Vec::new();
    }
    let before = site::before(analysis, index);
    let (from, to) = (place.from, place.to);
    let is_plain = before == Before::Nothing;
    let made = site::with_site(analysis, &before, from, to, &mut |analysis, site| {
        let at = analysis.map.file(analysis.main).pos(from as u32);
        let candidates = site::names(analysis, site, at);
        let mut items = Vec::new();
        for candidate in candidates {
            if is_offered(analysis, &candidate, place, is_plain)
                && let Some(item) = candidate_item(analysis, &candidate, place, at)
            {
                items.push(item);
            }
        }
        items
    });
    let mut items = made.unwrap_or_default();
    if is_plain {
        items.extend(words(place));
    }
    items
}

/// Whether a name fits what was written so far. Reserved names are offered once one is begun, and
/// names of headers once anything is.
fn is_offered(
    analysis: &mut Analysis<'_, '_>,
    candidate: &NameCandidate,
    place: &Place,
    is_plain: bool,
) -> bool {
    let text = analysis.cx().text(candidate.name);
    if !starts_with(text, &place.prefix) || text.is_empty() {
        return false;
    }
    let is_header = match &candidate.known {
        Known::Declared(decls) => decls
            .first()
            .is_some_and(|&decl| analysis.map.in_system_file(analysis.ast.decls[decl].span.lo)),
        Known::Entity(_) => false,
    };
    let is_reserved = text.starts_with('_') && (is_header || text.starts_with("__"));
    let is_namespace = matches!(candidate.known, Known::Entity(Entity::Namespace(_)));
    if is_reserved || (is_namespace && text == "detail") {
        return place.prefix.starts_with('_');
    }
    !is_plain || !is_header || !place.prefix.is_empty()
}

fn starts_with(text: &str, prefix: &str) -> bool {
    let mut letters = text.chars().flat_map(char::to_lowercase);
    prefix.chars().flat_map(char::to_lowercase).all(|wanted| letters.next() == Some(wanted))
}

/// Keywords, and the types that the language itself names.
fn words(place: &Place) -> Vec<CompletionItem> {
    let fits = |word: &str| starts_with(word, &place.prefix) && word.len() > 1;
    KEYWORDS
        .iter()
        .map(|(word, _)| *word)
        .filter(|word| fits(word))
        .filter(|word| !word.starts_with('_') || !place.prefix.is_empty())
        .map(|word| {
            let mut item = item(place, word, CompletionItemKind::KEYWORD, "");
            item.sort_text = Some(format!("9{word}"));
            item
        })
        .collect()
}

fn candidate_item(
    analysis: &mut Analysis<'_, '_>,
    candidate: &NameCandidate,
    place: &Place,
    at: Pos,
) -> Option<CompletionItem> {
    let label = analysis.cx().text(candidate.name).to_owned();
    let (kind, detail, doc) = match &candidate.known {
        Known::Entity(entity) => {
            let scope = analysis.cx().global_scope();
            let name = DeclName::Identifier(candidate.name);
            let span = lang::base::Span::new(at, at);
            let used = Use::at(span, name, scope, entity.clone());
            let description = describe::describe(analysis, &used, entity);
            (entity_kind(analysis, entity), description.code, description.doc)
        }
        Known::Declared(decls) => {
            let first = *decls.first()?;
            let code = describe::head_text(analysis.cx(), first);
            let more = decls.len() - 1;
            let code = if more == 0 { code } else { format!("{code}  (+{more})") };
            let doc = decls
                .iter()
                .find_map(|&decl| analysis.docs.about(analysis.map, analysis.ast.decls[decl].span));
            (declared_kind(analysis, first)?, code, doc)
        }
    };
    let mut item = item(place, &label, kind, &detail);
    item.documentation = doc.map(|value| {
        Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })
    });
    item.sort_text = Some(format!("{}{label}", candidate.distance.min(8)));
    let is_call = matches!(kind, CompletionItemKind::FUNCTION | CompletionItemKind::METHOD);
    if is_call && analysis.settings.snippets && !follows_call(analysis, place) {
        item.text_edit = Some(CompletionTextEdit::Edit(TextEdit {
            range: place.range,
            new_text: format!("{label}($0)"),
        }));
        item.insert_text_format = Some(InsertTextFormat::SNIPPET);
    }
    Some(item)
}

/// Whether the arguments, or template arguments, are there already.
fn follows_call(analysis: &Analysis<'_, '_>, place: &Place) -> bool {
    analysis.text().get(place.to..).is_some_and(|rest| rest.starts_with(['(', '<']))
}

fn entity_kind(analysis: &mut Analysis<'_, '_>, entity: &Entity) -> CompletionItemKind {
    let cx = analysis.cx();
    match *entity {
        Entity::Namespace(_) => CompletionItemKind::MODULE,
        Entity::Type(ty) if cx.types.enum_of(ty).is_some() => CompletionItemKind::ENUM,
        Entity::Type(_) | Entity::TemplateParam(_) => CompletionItemKind::CLASS,
        Entity::Template(template) => match cx.entities[template].kind {
            TemplateKind::Function | TemplateKind::Guide => CompletionItemKind::FUNCTION,
            TemplateKind::Class | TemplateKind::Alias | TemplateKind::Tile => {
                CompletionItemKind::CLASS
            }
            TemplateKind::Variable => CompletionItemKind::CONSTANT,
            TemplateKind::Concept => CompletionItemKind::INTERFACE,
        },
        Entity::Function(_) => CompletionItemKind::FUNCTION,
        Entity::Enumerator(..) => CompletionItemKind::ENUM_MEMBER,
        Entity::Field(..) => CompletionItemKind::FIELD,
        Entity::Value(..) | Entity::Param(_) => CompletionItemKind::CONSTANT,
        Entity::Variable(_)
        | Entity::Local(_)
        | Entity::Expr(_)
        | Entity::ArgPack(_)
        | Entity::LocalPack(_)
        | Entity::DependentMember(_)
        | Entity::DependentValue(_)
        | Entity::Error => CompletionItemKind::VARIABLE,
    }
}

/// The kind of a declaration; `None` for what has no name to offer.
fn declared_kind(analysis: &Analysis<'_, '_>, decl: DeclId) -> Option<CompletionItemKind> {
    let ast = analysis.ast;
    let node = &ast.decls[ast.templated(decl)];
    Some(match &node.kind {
        DeclKind::Namespace(_) | DeclKind::NamespaceAlias { .. } => CompletionItemKind::MODULE,
        DeclKind::Class(class) => match class.key {
            TagKey::Struct | TagKey::Union => CompletionItemKind::STRUCT,
            TagKey::Class | TagKey::Enum => CompletionItemKind::CLASS,
        },
        DeclKind::TypeAlias(_) | DeclKind::UsingDecl(_) => CompletionItemKind::CLASS,
        DeclKind::Enum(_) => CompletionItemKind::ENUM,
        DeclKind::Enumerator { .. } => CompletionItemKind::ENUM_MEMBER,
        DeclKind::Concept { .. } => CompletionItemKind::INTERFACE,
        DeclKind::Function(_) if node.access.is_some() => CompletionItemKind::METHOD,
        DeclKind::Function(_) => CompletionItemKind::FUNCTION,
        DeclKind::Field(_) => CompletionItemKind::FIELD,
        DeclKind::Variable(_) => CompletionItemKind::VARIABLE,
        _ => return None,
    })
}
