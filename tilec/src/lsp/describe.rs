//! The description of a name for an editor: its declaration with concrete types, its properties,
//! and its documentation.

use lang::ast::{DeclId, DeclKind, FunctionBody};
use lang::base::Span;
use sema::Cx;
use sema::constexpr::value::Value;
use sema::entity::{Entity, FunctionId, FunctionKind, FunctionOrigin, Owner, TemplateId};
use sema::ty::{Cv, Ty, TyKind};
use sema::uses::Use;

use super::analysis::Analysis;
use super::feature::emit::layouts;

/// What is said about a name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Description {
    /// The declaration, as C++.
    pub code: String,
    /// A line about it: template arguments, size, value.
    pub facts: Vec<String>,
    pub doc: Option<String>,
}

impl Description {
    pub fn markdown(&self) -> String {
        let mut text = format!("```cpp\n{}\n```", self.code);
        if !self.facts.is_empty() {
            text.push_str(&format!("\n\n{}", self.facts.join("  \n")));
        }
        if let Some(doc) = &self.doc {
            text.push_str(&format!("\n\n---\n\n{doc}"));
        }
        text
    }
}

/// Kernels whose layouts of a tile are shown.
const MAX_LAYOUTS: usize = 4;

/// The type of what is a value.
fn type_of(cx: &mut Cx<'_>, entity: &Entity) -> Option<Ty> {
    match *entity {
        Entity::Variable(var) => Some(cx.var_type(var)),
        Entity::Local(local) => Some(cx.typed.locals[local].ty),
        Entity::Expr(expr) => Some(cx.typed.exprs[expr].ty),
        _ => None,
    }
}

/// What the entity is that a use denotes.
pub fn describe(analysis: &mut Analysis<'_, '_>, used: &Use, entity: &Entity) -> Description {
    let cx = analysis.cx();
    let name = cx.show_name(used.name);
    let mut description = entity_text(cx, &name, entity);
    if let Some(declared) = used.declared
        && let Entity::Type(ty) = entity
    {
        // The name of an alias or template parameter says less than what it stands for.
        description.code = match template_parameter_at(analysis, declared) {
            true => format!("typename {name} = {}", analysis.cx().show(*ty)),
            false => format!("using {name} = {}", analysis.cx().show(*ty)),
        };
    }
    if let Some(ty) = type_of(analysis.cx(), entity)
        && let Some((_, dims)) = analysis.cx().tile_of(ty)
        && let Some(compiled) = &analysis.compiled
    {
        description.facts.extend(layouts(compiled, &dims).into_iter().take(MAX_LAYOUTS));
    }
    description.doc = documentation(analysis, used, entity);
    description
}

fn template_parameter_at(analysis: &Analysis<'_, '_>, span: Span) -> bool {
    analysis.ast.decls.values().any(|decl| match &decl.kind {
        DeclKind::TemplateParam(param) => param.name.is_some_and(|ident| ident.span == span),
        _ => false,
    })
}

/// `type name`, with the declarator around the name where the type needs it.
pub fn declare(cx: &Cx<'_>, ty: Ty, name: &str) -> String {
    let shown = cx.show(ty);
    match cx.types.kind(cx.types.strip_cv(ty)) {
        TyKind::Array(..) => match shown.split_once('[') {
            Some((element, rest)) => format!("{} {name}[{rest}", element.trim_end()),
            None => format!("{shown} {name}"),
        },
        _ => format!("{shown} {name}"),
    }
}

fn entity_text(cx: &mut Cx<'_>, name: &str, entity: &Entity) -> Description {
    let mut facts = Vec::new();
    let code = match *entity {
        Entity::Namespace(ns) => format!("namespace {}", cx.show_namespace(ns)),
        Entity::Type(ty) => {
            facts.extend(size_text(cx, ty));
            facts.extend(array_facts(cx, ty));
            type_text(cx, name, ty)
        }
        Entity::Template(template) => template_head(cx, template),
        Entity::Function(function) => {
            facts.extend(template_arguments(cx, function));
            function_head(cx, function)
        }
        Entity::Variable(var) => {
            let ty = cx.var_type(var);
            let is_constexpr = cx.entities[var].is_constexpr;
            let value = match &cx.entities[var].value {
                Some(Ok(value)) => value_text(cx, value, ty),
                Some(Err(_)) | None => String::new(),
            };
            facts.extend(array_facts(cx, ty));
            let prefix = if is_constexpr { "constexpr " } else { "" };
            let ty = if is_constexpr { without_const(cx, ty) } else { ty };
            format!("{prefix}{}{value}", declare(cx, ty, name))
        }
        Entity::Enumerator(id, index) => {
            let owner = cx.show(cx.entities[id].ty);
            let value = cx.entities[id].enumerators.get(index as usize).map(|e| e.value);
            format!("{owner}::{name} = {}", value.unwrap_or_default())
        }
        Entity::Field(class, index) => {
            let owner = cx.show(cx.entities[class].ty);
            match cx.entities[class].fields.get(index as usize).cloned() {
                Some(field) => {
                    facts.push(format!("offset {}", field.offset));
                    facts.extend(size_text(cx, field.ty));
                    facts.extend(array_facts(cx, field.ty));
                    declare(cx, field.ty, &format!("{owner}::{name}"))
                }
                None => name.to_owned(),
            }
        }
        Entity::Local(local) => {
            let local = cx.typed.locals[local].clone();
            let value = local.constant.map(|value| value_text(cx, &value, local.ty));
            facts.extend(array_facts(cx, local.ty));
            format!("{}{}", declare(cx, local.ty, name), value.unwrap_or_default())
        }
        Entity::Expr(expr) => {
            let ty = cx.typed.exprs[expr].ty;
            facts.extend(array_facts(cx, ty));
            declare(cx, ty, name)
        }
        Entity::Value(args, index) => match cx.types.constant(args, index) {
            Some((value, ty)) => {
                format!("{} = {}", declare(cx, ty, name), cx.show_value(value, ty))
            }
            None => name.to_owned(),
        },
        Entity::ArgPack(args) => format!("{name}... = {}", cx.show_args(args)),
        Entity::LocalPack(ref list) => {
            let parts: Vec<String> =
                list.iter().map(|part| entity_text(cx, name, part).code).collect();
            format!("{name}...  // {}", parts.join(", "))
        }
        Entity::TemplateParam(_)
        | Entity::Param(_)
        | Entity::DependentMember(_)
        | Entity::DependentValue(_)
        | Entity::Error => name.to_owned(),
    };
    Description { code, facts, doc: None }
}

fn without_const(cx: &mut Cx<'_>, ty: Ty) -> Ty {
    let cv = cx.types.cv(ty).without(Cv::CONST);
    let bare = cx.types.unqualified(ty);
    cx.types.qualified(bare, cv)
}

/// ` = 64`
fn value_text(cx: &Cx<'_>, value: &Value, ty: Ty) -> String {
    match value {
        Value::Int(_) | Value::Float(_) => format!(" = {}", cx.show_value(value, ty)),
        _ => String::new(),
    }
}

/// `struct Pair`, `using Tile = tile<float, 64x64>`
fn type_text(cx: &Cx<'_>, name: &str, ty: Ty) -> String {
    let shown = cx.show(ty);
    let is_named = shown == name
        || shown.starts_with(&format!("{name}<"))
        || shown.ends_with(&format!("::{name}"))
        || shown.contains(&format!("::{name}<"));
    match cx.types.class_of(ty) {
        Some(class) if is_named => format!("{} {shown}", tag(cx.entities[class].key)),
        _ if is_named && cx.types.enum_of(ty).is_some() => format!("enum {shown}"),
        _ => format!("using {name} = {shown}"),
    }
}

fn tag(key: lang::ast::TagKey) -> &'static str {
    match key {
        lang::ast::TagKey::Struct => "struct",
        lang::ast::TagKey::Class => "class",
        lang::ast::TagKey::Union => "union",
        lang::ast::TagKey::Enum => "enum",
    }
}

/// `size 8, aligned to 4`, for what has one.
fn size_text(cx: &mut Cx<'_>, ty: Ty) -> Option<String> {
    let is_plain = cx.types.class_of(ty).is_none_or(|class| {
        cx.entities[class].state == sema::entity::ClassState::Complete
            && !cx.show(ty).starts_with("tile<")
    });
    if !is_plain || cx.types.is_dependent(ty) || cx.types.is_void(ty) {
        return None;
    }
    let (size, align) = cx.layout(ty)?;
    Some(format!("size {size}, aligned to {align}"))
}

/// Of a tile what it holds, of what leads to an array where its elements are: `512 elements, 2 KiB`,
/// `lengths (?, 64), strides (64, 1): neighbours along dimension 1 are adjacent`.
fn array_facts(cx: &mut Cx<'_>, ty: Ty) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some((elem, dims)) = cx.tile_of(ty) {
        let count: u64 = dims.iter().product();
        let size = cx.layout(elem).map(|(size, _)| format!(", {}", bytes_text(size * count)));
        facts.push(format!("{count} elements{}", size.unwrap_or_default()));
    }
    if let Some(shape) = cx.static_shape(ty) {
        let list = |values: &[Option<u64>]| {
            let texts = values.iter().map(|value| value.map_or("?".to_owned(), |v| v.to_string()));
            texts.collect::<Vec<_>>().join(", ")
        };
        let (lengths, strides) = (list(&shape.lengths), list(&shape.strides));
        let adjacent = shape.strides.iter().position(|stride| *stride == Some(1));
        let adjacent =
            adjacent.map(|dim| format!(": neighbours along dimension {dim} are adjacent"));
        let adjacent = adjacent.unwrap_or_default();
        facts.push(format!("lengths ({lengths}), strides ({strides}){adjacent}"));
    }
    facts
}

/// `96 bytes`, `2 KiB`
fn bytes_text(bytes: u64) -> String {
    match bytes {
        bytes if bytes >= 1 << 20 && bytes % (1 << 20) == 0 => format!("{} MiB", bytes >> 20),
        bytes if bytes >= 1 << 10 && bytes % (1 << 10) == 0 => format!("{} KiB", bytes >> 10),
        bytes => format!("{bytes} bytes"),
    }
}

/// `tile<float, 64> exp(tile<float, 64> x)`
pub fn function_head(cx: &mut Cx<'_>, function: FunctionId) -> String {
    let (ret, name) = function_name(cx, function);
    let params = parameters(cx, function).join(", ");
    let entity = &cx.entities[function];
    let mut head = String::new();
    for word in entity.spaces.words() {
        head.push_str(&format!("{word} "));
    }
    if entity.is_consteval {
        head.push_str("consteval ");
    } else if entity.is_constexpr {
        head.push_str("constexpr ");
    }
    head.push_str(&format!("{ret}{name}({params})"));
    head
}

/// The return type, with what separates it from the name, and the qualified name.
fn function_name(cx: &mut Cx<'_>, function: FunctionId) -> (String, String) {
    let shown = cx.show_function(function);
    let name = match cx.entities[function].name {
        // The name itself has parentheses.
        sema::entity::DeclName::Operator(_) => {
            let params: Vec<Ty> =
                cx.entities[function].params.iter().map(|param| param.ty).collect();
            let tail = format!("({})", cx.show_list(&params));
            shown.strip_suffix(tail.as_str()).unwrap_or(&shown).to_owned()
        }
        _ => shown.split_once('(').map_or(shown.as_str(), |(name, _)| name).to_owned(),
    };
    let has_return = matches!(cx.entities[function].kind, FunctionKind::Ordinary);
    if !has_return {
        return (String::new(), name);
    }
    let ty = cx.entities[function].ty;
    let ret = cx.types.function_of(ty).map_or(Ty::ERROR, |ty| ty.ret);
    (format!("{} ", cx.show(ret)), name)
}

/// `float x`, `int n = 4`
pub fn parameters(cx: &Cx<'_>, function: FunctionId) -> Vec<String> {
    let shown = cx.entities[function].params.iter().map(|param| {
        let name = param.name.map_or("", |name| cx.text(name));
        let declared = match name {
            "" => cx.show(param.ty),
            name => declare(cx, param.ty, name),
        };
        match param.default {
            Some((default, _)) => {
                let text = cx.unit.sources.text(cx.ast.exprs[default].span);
                format!("{declared} = {text}")
            }
            None => declared,
        }
    });
    shown.collect()
}

/// `T = float, N = 64`
fn template_arguments(cx: &Cx<'_>, function: FunctionId) -> Option<String> {
    let (template, args) = cx.entities[function].template?;
    let names = cx.entities[template].params.list.clone();
    let list = cx.types.list(args).to_vec();
    let shown: Vec<String> = names
        .iter()
        .zip(&list)
        .filter_map(|(parameter, arg)| {
            let name = cx.text(parameter.name?);
            Some(format!("`{name} = {}`", cx.show_arg(arg)))
        })
        .collect();
    (!shown.is_empty()).then(|| format!("with {}", shown.join(", ")))
}

/// The head of a template as it is written.
pub fn template_head(cx: &Cx<'_>, template: TemplateId) -> String {
    match cx.entities[template].decl {
        Some(decl) => head_text(cx, decl),
        None => cx.show_name(cx.entities[template].name),
    }
}

/// A declaration up to its body, comments left out, whitespace squeezed.
pub fn head_text(cx: &Cx<'_>, decl: DeclId) -> String {
    let inner = cx.ast.templated(decl);
    let start = cx.ast.decls[decl].span.lo;
    let node = &cx.ast.decls[inner];
    let end = match &node.kind {
        DeclKind::Function(function) => match function.body {
            FunctionBody::Definition(body) => cx.ast.bodies[body].span.lo,
            FunctionBody::None | FunctionBody::Defaulted | FunctionBody::Deleted => node.span.hi,
        },
        DeclKind::Class(class) => {
            let name = class.name.map(|name| &cx.ast.names[name]);
            class
                .bases
                .last()
                .map_or_else(|| name.map_or(node.span.hi, |name| name.span.hi), |base| base.span.hi)
        }
        DeclKind::Enum(declared) => {
            declared.name.map_or(node.span.hi, |name| cx.ast.names[name].span.hi)
        }
        _ => node.span.hi,
    };
    let text = cx.unit.sources.text(Span::new(start, end));
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    lang::doc::without_causes(words.join(" ").trim_end_matches(';').trim_end())
}

/// The declarations of an entity, with their template heads, the definition first.
pub fn declarations_of(cx: &Cx<'_>, entity: &Entity) -> Vec<DeclId> {
    let template = |id: TemplateId| {
        let template = &cx.entities[id];
        template
            .decl
            .into_iter()
            .chain(template.redeclarations.iter().map(|&(decl, _)| decl))
            .collect()
    };
    match *entity {
        Entity::Template(id) => template(id),
        Entity::Function(id) => {
            let function = &cx.entities[id];
            if let Some((id, _)) = function.template {
                return template(id);
            }
            match function.origin {
                FunctionOrigin::Declared(decl) => {
                    let mut found = vec![decl];
                    // What declares the name in the same place, with the same text.
                    let members = match function.owner {
                        Owner::Class(class) => cx.entities[class].members.get(&function.name),
                        Owner::Namespace(ns) => cx.entities[ns].members.get(&function.name),
                        Owner::Function => None,
                    };
                    if let Some(members) = members
                        && members.len() <= 2
                    {
                        found.extend(members.iter().map(|member| member.decl));
                    }
                    found
                }
                FunctionOrigin::Lambda(_)
                | FunctionOrigin::Implicit
                | FunctionOrigin::Inherited(_)
                | FunctionOrigin::ClosureInvoker(_)
                | FunctionOrigin::ClosureConversion(_)
                | FunctionOrigin::DeductionCandidate => Vec::new(),
            }
        }
        Entity::Type(ty) => match (cx.types.class_of(ty), cx.types.enum_of(ty)) {
            (Some(class), _) => match cx.entities[class].template {
                Some((id, _)) => template(id),
                None => cx.entities[class].decl.into_iter().collect(),
            },
            (None, Some(id)) => vec![cx.entities[id].decl],
            (None, None) => Vec::new(),
        },
        Entity::Variable(var) => match cx.entities[var].template {
            Some((id, _)) => template(id),
            None => vec![cx.entities[var].decl],
        },
        Entity::Field(class, index) => {
            let field = cx.entities[class].fields.get(index as usize);
            field.and_then(|field| field.decl).into_iter().collect()
        }
        Entity::Enumerator(id, index) => match &cx.ast.decls[cx.entities[id].decl].kind {
            DeclKind::Enum(declared) => {
                declared.enumerators.get(index as usize).copied().into_iter().collect()
            }
            _ => Vec::new(),
        },
        Entity::Namespace(_)
        | Entity::Local(_)
        | Entity::Expr(_)
        | Entity::Value(..)
        | Entity::Param(_)
        | Entity::TemplateParam(_)
        | Entity::ArgPack(_)
        | Entity::LocalPack(_)
        | Entity::DependentMember(_)
        | Entity::DependentValue(_)
        | Entity::Error => Vec::new(),
    }
}

/// The documentation of what a use denotes: of the alias, if it names one.
fn documentation(analysis: &mut Analysis<'_, '_>, used: &Use, entity: &Entity) -> Option<String> {
    if let Some(declared) = super::names::declaration(analysis, used, entity) {
        let own = analysis.ast.decls.values().find(|decl| match &decl.kind {
            DeclKind::TypeAlias(alias) => alias.name.span == declared,
            DeclKind::Variable(variable) => analysis.ast.names[variable.name].last.span == declared,
            _ => false,
        });
        if let Some(doc) = own.and_then(|decl| analysis.docs.about(analysis.map, decl.span)) {
            return Some(doc);
        }
    }
    entity_documentation(analysis, entity)
}

pub fn entity_documentation(analysis: &mut Analysis<'_, '_>, entity: &Entity) -> Option<String> {
    let declared = declarations_of(analysis.cx(), entity);
    declared.into_iter().find_map(|decl| {
        let outer = analysis.ast.decls[decl].span;
        let inner = analysis.ast.decls[analysis.ast.templated(decl)].span;
        let span = Span::new(outer.lo, inner.hi);
        analysis.docs.about(analysis.map, span)
    })
}
