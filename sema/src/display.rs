//! Types, values, arguments and entities in the user's spelling.
//!
//! `ct::tile<float, ct::extents<unsigned, 128, 64>>` is what the compiler knows; the user wrote and
//! thinks `tile<float, 128x64>`, so that is what messages say. Namespaces are left out where the
//! library's or the global one; a type that the user named with an alias is shown by its own
//! spelling, which says more.

use lang::ast::{self, OverloadedOperator};

use crate::Cx;
use crate::constexpr::arith::integer_text;
use crate::constexpr::value::{Address, Value};
use crate::entity::{
    ClassId, ClassRole, DeclName, Entity, EnumId, FunctionId, FunctionKind, NamespaceId, Owner,
    TemplateId, TemplateKind,
};
use crate::shown::MAX_SHOWN;
use crate::template::params::TemplateParameter;
use crate::ty::fundamental::{FloatKind, IntKind};
use crate::ty::{
    Args, ArrayLen, AutoKind, Cv, Exceptions, ExprNode, FunctionTy, Param, RefQualifier,
    TemplateArg, TemplateRef, Ty, TyKind,
};

impl Cx<'_> {
    /// The type as a user would write it: `tile<float, 128x64>`.
    pub fn show(&self, ty: Ty) -> String {
        self.show_declarator(ty, String::new())
    }

    /// The declaration of `inner` with the type: pointers and arrays wrap around what they declare.
    fn show_declarator(&self, ty: Ty, inner: String) -> String {
        match self.types.kind(ty) {
            TyKind::Pointer(pointee) => {
                self.show_declarator(*pointee, format!("*{}", join(&inner)))
            }
            TyKind::LRef(referent) => self.show_declarator(*referent, format!("&{inner}")),
            TyKind::RRef(referent) => self.show_declarator(*referent, format!("&&{inner}")),
            TyKind::MemberPointer { class, pointee } => {
                let is_function = matches!(self.types.kind(*pointee), TyKind::Function(_));
                let space = if is_function { "" } else { " " };
                let inner = join(&inner);
                self.show_declarator(*pointee, format!("{space}{}::*{inner}", self.show(*class)))
            }
            TyKind::Qualified(base, cv) => match self.types.kind(*base) {
                TyKind::Pointer(pointee) => {
                    let inner = format!("* {}{}", show_cv(*cv), join(&inner));
                    self.show_declarator(*pointee, inner.trim_end().to_owned())
                }
                _ => format!("{} {}{inner}", show_cv(*cv), self.show(*base)),
            },
            TyKind::Array(element, len) => {
                let len = match len {
                    ArrayLen::Known(len) => len.to_string(),
                    ArrayLen::Unknown => String::new(),
                    ArrayLen::Dependent(arg) => self.show_arg(arg),
                };
                let inner =
                    if inner.starts_with(['*', '&']) { format!("({inner})") } else { inner };
                let space = if inner.is_empty() || inner.starts_with('[') { "" } else { " " };
                self.show_declarator(*element, format!("{space}{inner}[{len}]"))
            }
            TyKind::Function(function) => {
                let inner = if inner.is_empty() { inner } else { format!(" ({inner})") };
                let space = if inner.is_empty() { " " } else { "" };
                let suffix = self.show_function_suffix(function);
                self.show_declarator(function.ret, format!("{inner}{space}{suffix}"))
            }
            _ => {
                let mut text = self.show_specifier(ty);
                text.push_str(&inner);
                text
            }
        }
    }

    fn show_function_suffix(&self, function: &FunctionTy) -> String {
        let is_shown = self.are_types_shown(&function.params, &mut { MAX_SHOWN });
        let list = if is_shown { self.show_list(&function.params) } else { "...".to_owned() };
        let mut text = format!("({list}");
        if function.variadic {
            text.push_str(if function.params.is_empty() { "..." } else { ", ..." });
        }
        text.push(')');
        if !function.cv.is_none() {
            text.push_str(&format!(" {}", show_cv(function.cv)));
        }
        match function.ref_qualifier {
            Some(RefQualifier::LValue) => text.push_str(" &"),
            Some(RefQualifier::RValue) => text.push_str(" &&"),
            None => {}
        }
        match &function.exceptions {
            Exceptions::MayThrow => {}
            Exceptions::Noexcept => text.push_str(" noexcept"),
            Exceptions::Dependent(arg) => {
                text.push_str(&format!(" noexcept({})", self.show_arg(arg)));
            }
        }
        text
    }

    pub fn show_list(&self, types: &[Ty]) -> String {
        types.iter().map(|&ty| self.show(ty)).collect::<Vec<_>>().join(", ")
    }

    fn show_specifier(&self, ty: Ty) -> String {
        match self.types.kind(ty) {
            TyKind::Error => "<error>".to_owned(),
            TyKind::Void => "void".to_owned(),
            TyKind::NullPtr => "nullptr_t".to_owned(),
            TyKind::Bool => "bool".to_owned(),
            TyKind::Int(kind) => int_name(*kind).to_owned(),
            TyKind::Float(kind) => float_name(*kind).to_owned(),
            TyKind::Class(class) => self.show_class(*class),
            TyKind::Enum(id) => self.show_enum(*id),
            TyKind::Tile { elem, dims } => {
                format!("tile<{}, {}>", self.show(*elem), show_dims(dims))
            }
            TyKind::Param(param) => self.show_param(*param),
            TyKind::Specialization { template, args } => {
                format!("{}{}", self.show_template_ref(*template), self.show_args(*args))
            }
            TyKind::DependentTile(args) => format!("__tile_t{}", self.show_args(*args)),
            TyKind::DependentName { qualifier, name, args } => {
                let args = args.map_or_else(String::new, |args| self.show_args(args));
                format!("{}::{}{args}", self.show(*qualifier), self.text(*name))
            }
            TyKind::PackExpansion(pattern) => format!("{}...", self.show(*pattern)),
            TyKind::Unresolved(written) => {
                self.unit.sources.text(self.ast[written.ty].span).to_owned()
            }
            TyKind::Decltype(expr) => match expr.node {
                ExprNode::Expr(id) => format!("decltype({})", self.expr_text(id)),
                ExprNode::Name(id) => {
                    format!("decltype({})", self.unit.sources.text(self.ast[id].span))
                }
            },
            TyKind::Auto { kind: AutoKind::Auto, .. } => "auto".to_owned(),
            TyKind::Auto { kind: AutoKind::DecltypeAuto, .. } => "decltype(auto)".to_owned(),
            TyKind::DeducedClass(template) => self.show_name(self.entities[*template].name),
            TyKind::Qualified(..)
            | TyKind::Pointer(_)
            | TyKind::LRef(_)
            | TyKind::RRef(_)
            | TyKind::MemberPointer { .. }
            | TyKind::Array(..)
            | TyKind::Function(_) => self.show(ty),
        }
    }

    /// A template parameter in a pattern; its name is known to the template only.
    fn show_param(&self, param: Param) -> String {
        let letter = char::from(b'T' + (param.index % 7) as u8);
        let dots = if param.pack { "s" } else { "" };
        if param.index == 0 { format!("T{dots}") } else { format!("{letter}{dots}") }
    }

    fn show_class(&self, id: ClassId) -> String {
        let class = &self.entities[id];
        if class.closure.is_some() {
            return self.show_place("lambda", class.span);
        }
        let Some(name) = class.name else {
            return self.show_place("unnamed class", class.span);
        };
        if class.role == ClassRole::Tile
            && let Some(text) = self.show_tile(id)
        {
            return text;
        }
        if let Some(text) = self.show_shape(id) {
            return text;
        }
        let mut text = self.show_owner(class.owner);
        text.push_str(self.text(name));
        if let Some((template, args)) = class.template {
            let n_defaults = self.n_default_arguments(template, args);
            let n_args = self.flatten_packs(args).len();
            text.push_str(&self.show_first_args(args, n_args.saturating_sub(n_defaults)));
        }
        text
    }

    /// `lambda at kernel.cu:12`
    fn show_place(&self, what: &str, span: lang::base::Span) -> String {
        match self.unit.sources.presumed(span.lo) {
            Some((path, at)) => {
                let name = path.rsplit('/').next().unwrap_or(path);
                format!("{what} at {name}:{}", at.line)
            }
            None => what.to_owned(),
        }
    }

    /// `tile<float, 128x64>`, and `tile<float>` of rank 0.
    fn show_tile(&self, id: ClassId) -> Option<String> {
        let (elem, dims) = self.tile_of_class(id)?;
        let elem = self.show(elem);
        Some(if dims.is_empty() {
            format!("tile<{elem}>")
        } else {
            format!("tile<{elem}, {}>", show_dims(&dims))
        })
    }

    /// A type as a program writes it: `tile<float, shape<128, 64>>`.
    pub fn show_in_source(&self, ty: Ty) -> String {
        match self.tile_of(ty) {
            Some((elem, dims)) => {
                let dims: Vec<String> = dims.iter().map(u64::to_string).collect();
                format!("tile<{}, shape<{}>>", self.show(elem), dims.join(", "))
            }
            None => self.show(ty),
        }
    }

    /// The element type and dimensions of a tile.
    pub fn tile_of(&self, ty: Ty) -> Option<(Ty, Vec<u64>)> {
        let class = self.types.class_of(self.types.strip_cvref(ty))?;
        match self.entities[class].role {
            ClassRole::Tile => self.tile_of_class(class),
            ClassRole::None | ClassRole::CountedRange | ClassRole::Results | ClassRole::Text => {
                None
            }
        }
    }

    fn tile_of_class(&self, id: ClassId) -> Option<(Ty, Vec<u64>)> {
        let (_, args) = self.entities[id].template?;
        let [TemplateArg::Type(elem), TemplateArg::Type(shape)] = self.types.list(args) else {
            return None;
        };
        Some((*elem, self.static_dims(self.types.class_of(*shape)?)?))
    }

    /// `shape<128, 64>` for the extents that are one.
    fn show_shape(&self, id: ClassId) -> Option<String> {
        let dims = self.static_dims(id)?;
        let dims: Vec<String> = dims.iter().map(u64::to_string).collect();
        Some(format!("shape<{}>", dims.join(", ")))
    }

    /// The extents of `extents<unsigned, ...>` when all are static.
    fn static_dims(&self, id: ClassId) -> Option<Vec<u64>> {
        let class = &self.entities[id];
        if self.text(class.name?) != "extents" || !self.is_library(class.owner) {
            return None;
        }
        let list = self.types.list(class.template?.1);
        let [TemplateArg::Type(Ty::UINT), TemplateArg::Pack(dims)] = list else { return None };
        self.types
            .list(*dims)
            .iter()
            .map(|arg| match arg {
                TemplateArg::Value(value, _) => {
                    let dim = u64::try_from(value.as_int()?).ok()?;
                    (dim != u64::MAX).then_some(dim)
                }
                _ => None,
            })
            .collect()
    }

    fn is_library(&self, owner: Owner) -> bool {
        match owner {
            Owner::Namespace(ns) => {
                let outermost = std::iter::successors(Some(ns), |&ns| self.entities[ns].parent)
                    .filter(|&ns| ns != self.global)
                    .last();
                outermost
                    .and_then(|ns| self.entities[ns].name)
                    .is_some_and(|name| matches!(self.text(name), "cuda" | "std"))
            }
            Owner::Class(_) | Owner::Function => false,
        }
    }

    /// `ns::Outer::`, without the library's namespaces.
    fn show_owner(&self, owner: Owner) -> String {
        match owner {
            Owner::Class(class) => format!("{}::", self.show_class(class)),
            Owner::Namespace(_) if self.is_library(owner) => String::new(),
            Owner::Namespace(ns) if ns != self.global => {
                let name = self.show_namespace(ns);
                if name.is_empty() { String::new() } else { format!("{name}::") }
            }
            Owner::Namespace(_) | Owner::Function => String::new(),
        }
    }

    /// The name of a function that is not a template, from the global scope.
    pub fn kernel_path(&self, function: FunctionId) -> String {
        let entity = &self.entities[function];
        format!("{}{}", self.show_owner(entity.owner), self.show_name(entity.name))
    }

    pub fn show_namespace(&self, ns: NamespaceId) -> String {
        let path: Vec<&str> = std::iter::successors(Some(ns), |&ns| self.entities[ns].parent)
            .filter(|&ns| !self.entities[ns].is_inline)
            .filter_map(|ns| self.entities[ns].name)
            .map(|name| self.text(name))
            .collect();
        path.into_iter().rev().collect::<Vec<_>>().join("::")
    }

    fn show_enum(&self, id: EnumId) -> String {
        let entity = &self.entities[id];
        match entity.name {
            Some(name) => format!("{}{}", self.show_owner(entity.owner), self.text(name)),
            None => self.show_place("unnamed enum", entity.span),
        }
    }

    fn show_template_ref(&self, template: TemplateRef) -> String {
        match template {
            TemplateRef::Template(id) => self.show_name(self.entities[id].name),
            TemplateRef::Param(param) => self.show_param(param),
        }
    }

    /// How many arguments at the end are the default ones, as far as their text shows: `default_accessor<E>` with `float`
    /// for `E` is `default_accessor<float>`. Users do not write them.
    fn n_default_arguments(&self, template: TemplateId, args: Args) -> usize {
        let params = &self.entities[template].params.list;
        let list = self.types.list(args);
        if params.len() != list.len() || params.iter().all(|param| param.default.is_none()) {
            return 0;
        }
        let is_default = |(index, param): (usize, &TemplateParameter)| {
            let Some(default) = self.default_text(param) else { return false };
            let earlier = params.iter().zip(list).take(index);
            let names: Vec<_> =
                earlier.filter_map(|(param, arg)| Some((param.name?, arg))).collect();
            let words = words(default).map(|word| {
                let named = names.iter().find(|(name, _)| self.text(*name) == word);
                named.map_or_else(|| word.to_owned(), |(_, arg)| self.show_arg(arg))
            });
            words.collect::<String>() == self.show_arg(&list[index])
        };
        params.iter().enumerate().rev().take_while(|&param| is_default(param)).count()
    }

    /// The default argument of a template parameter as it is written.
    fn default_text(&self, parameter: &TemplateParameter) -> Option<&str> {
        let (_, decl) = parameter.default?;
        let ast::DeclKind::TemplateParam(param) = &self.ast[decl].kind else { return None };
        let span = match &param.kind {
            ast::TemplateParamKind::Type { default, .. } => self.ast[(*default)?].span,
            ast::TemplateParamKind::NonType { default, .. } => self.ast[(*default)?].span,
            ast::TemplateParamKind::Template { default, .. } => self.ast[(*default)?].span,
            ast::TemplateParamKind::Invented { .. } => return None,
        };
        Some(self.unit.sources.text(span))
    }

    /// `<int, 4>`
    pub fn show_args(&self, args: Args) -> String {
        self.show_first_args(args, usize::MAX)
    }

    /// The same for the first `n` arguments.
    fn show_first_args(&self, args: Args, n: usize) -> String {
        if !self.are_shown(args, &mut { MAX_SHOWN }) {
            return "<...>".to_owned();
        }
        let mut text = "<".to_owned();
        for (index, arg) in self.flatten_packs(args).iter().take(n).enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            text.push_str(&self.show_arg(arg));
        }
        text.push('>');
        text
    }

    pub fn show_arg(&self, arg: &TemplateArg) -> String {
        match arg {
            TemplateArg::Type(ty) | TemplateArg::Injected(ty, _) => self.show(*ty),
            TemplateArg::Value(value, ty) => self.show_value(value, *ty),
            TemplateArg::Template(template) => self.show_template_ref(*template),
            TemplateArg::Pack(args) => self.show_args(*args),
            TemplateArg::Param(param) => self.show_param(*param),
            TemplateArg::Expr(expr) | TemplateArg::Pending(expr) => match expr.node {
                ExprNode::Expr(id) => self.expr_text(id),
                ExprNode::Name(id) => self.unit.sources.text(self.ast[id].span).to_owned(),
            },
            TemplateArg::Expansion(pattern) => format!("{}...", self.show_arg(pattern)),
            TemplateArg::Error => "<error>".to_owned(),
        }
    }

    /// A constant as a literal of its type.
    pub fn show_value(&self, value: &Value, ty: Ty) -> String {
        let ty = self.types.strip_cv(ty);
        match value {
            Value::Int(int) => self.show_int(*int, ty),
            Value::Float(bits) => match ty {
                Ty::FLOAT => format!("{}f", f32::from_bits(*bits as u32)),
                Ty::DOUBLE | Ty::LONG_DOUBLE => format!("{}", f64::from_bits(*bits)),
                _ => format!("{bits:#x}"),
            },
            Value::Address(Address::Null) => "nullptr".to_owned(),
            Value::Address(Address::Function(id)) => self.show_name(self.entities[*id].name),
            Value::Aggregate(parts) => {
                let types: Vec<Ty> = match self.types.class_of(ty) {
                    Some(class) => {
                        let class = &self.entities[class];
                        let bases = class.bases.iter().map(|base| base.ty);
                        bases.chain(class.fields.iter().map(|field| field.ty)).collect()
                    }
                    None => Vec::new(),
                };
                let shown: Vec<String> = parts
                    .iter()
                    .enumerate()
                    .map(|(i, part)| {
                        self.show_value(part, types.get(i).copied().unwrap_or(Ty::ERROR))
                    })
                    .collect();
                format!("{}{{{}}}", self.show(ty), shown.join(", "))
            }
            _ => "a constant".to_owned(),
        }
    }

    fn show_int(&self, value: i128, ty: Ty) -> String {
        match self.types.kind(ty) {
            TyKind::Bool => (value != 0).to_string(),
            TyKind::Enum(id) => {
                let entity = &self.entities[*id];
                match entity.enumerators.iter().find(|e| e.value == value) {
                    Some(e) if entity.is_scoped => {
                        format!("{}::{}", self.show_enum(*id), self.text(e.name))
                    }
                    Some(e) => self.text(e.name).to_owned(),
                    None => format!("({}){value}", self.show_enum(*id)),
                }
            }
            TyKind::Int(IntKind::Char) => match u8::try_from(value).map(char::from) {
                Ok(c) if c.is_ascii_graphic() => format!("'{c}'"),
                _ => value.to_string(),
            },
            _ if ty == Ty::SIZE && value == i128::from(u64::MAX) => "dynamic_extent".to_owned(),
            _ => integer_text(&self.types, ty, value),
        }
    }

    /// The name as users write it: `operator+`, `A`, `~A`.
    pub fn show_name(&self, name: DeclName) -> String {
        match name {
            DeclName::Identifier(name) | DeclName::Guide(name) => self.text(name).to_owned(),
            DeclName::Operator(op) => show_operator(op),
            DeclName::Literal(name) => format!("operator\"\"{}", self.text(name)),
            DeclName::Conversion => "conversion function".to_owned(),
            DeclName::Constructor => "constructor".to_owned(),
            DeclName::Destructor => "destructor".to_owned(),
        }
    }

    /// `name(int, float)`
    pub fn show_function(&self, function: FunctionId) -> String {
        self.show_function_with(function, 0)
    }

    /// The same with template arguments, as far as there are values among them: `tiled<float, 64>(float*)`. Types can mostly
    /// be seen in the parameters.
    pub fn show_function_with_values(&self, function: FunctionId) -> String {
        self.show_function_with(function, self.n_args_to_show(function))
    }

    /// The name with the same template arguments: `tiled<float, 64>`.
    pub fn show_specialisation(&self, function: FunctionId) -> String {
        let mut text = self.show_name(self.entities[function].name);
        if let (Some((_, args)), n @ 1..) =
            (self.entities[function].template, self.n_args_to_show(function))
        {
            text.push_str(&self.show_first_args(args, n));
        }
        text
    }

    /// How many template arguments of a function there are up to the last one that is a value.
    pub(crate) fn n_args_to_show(&self, function: FunctionId) -> usize {
        let Some((_, args)) = self.entities[function].template else { return 0 };
        let is_value = |arg: &TemplateArg| matches!(arg, TemplateArg::Value(..));
        self.flatten_packs(args).iter().rposition(is_value).map_or(0, |last| last + 1)
    }

    fn show_function_with(&self, function: FunctionId, n_args: usize) -> String {
        let entity = &self.entities[function];
        let owner = match entity.owner {
            Owner::Class(class) => Some(class),
            Owner::Namespace(_) | Owner::Function => None,
        };
        let mut text = match (entity.kind, owner) {
            (FunctionKind::Constructor, Some(class)) => self.show_class(class),
            (FunctionKind::Destructor, Some(class)) => format!("~{}", self.show_class(class)),
            (FunctionKind::Conversion, Some(class)) => {
                let ret = self.types.function_of(entity.ty).map_or(Ty::ERROR, |f| f.ret);
                format!("{}::operator {}", self.show_class(class), self.show(ret))
            }
            (_, Some(class)) => {
                format!("{}::{}", self.show_class(class), self.show_name(entity.name))
            }
            (_, None) => self.show_name(entity.name),
        };
        if let (Some((_, args)), 1..) = (entity.template, n_args) {
            text.push_str(&self.show_first_args(args, n_args));
        }
        let params: Vec<Ty> = entity.params.iter().map(|param| param.ty).collect();
        text.push_str(&format!("({})", self.show_list(&params)));
        text
    }

    pub fn show_parameter(&self, parameter: &TemplateParameter) -> String {
        match parameter.name {
            Some(name) => self.text(name).to_owned(),
            None => self.unit.sources.text(self.ast[parameter.decl].span).to_owned(),
        }
    }

    /// `a variable`, for messages about the wrong kind of name.
    pub fn describe_entity(&self, entity: &Entity) -> &'static str {
        match entity {
            Entity::Namespace(_) => "a namespace",
            Entity::Type(_) => "a type",
            Entity::Template(id) => self.describe_template(*id),
            Entity::TemplateParam(_) => "a template parameter",
            Entity::Function(_) => "a function",
            Entity::Variable(_) | Entity::Local(_) | Entity::Expr(_) => "a variable",
            Entity::Enumerator(..) => "an enumerator",
            Entity::Field(..) => "a data member",
            Entity::Value(..) | Entity::Param(_) | Entity::DependentValue(_) => "a value",
            Entity::ArgPack(_) | Entity::LocalPack(_) => "a parameter pack",
            Entity::DependentMember(_) | Entity::Error => "unknown",
        }
    }

    fn describe_template(&self, id: TemplateId) -> &'static str {
        match self.entities[id].kind {
            TemplateKind::Class | TemplateKind::Tile => "a class template",
            TemplateKind::Function | TemplateKind::Guide => "a function template",
            TemplateKind::Alias => "an alias template",
            TemplateKind::Variable => "a variable template",
            TemplateKind::Concept => "a concept",
        }
    }
}

/// `128x64`
fn show_dims(dims: &[u64]) -> String {
    dims.iter().map(u64::to_string).collect::<Vec<_>>().join("x")
}

fn show_cv(cv: Cv) -> &'static str {
    match (cv.is_const(), cv.is_volatile(), cv.is_restrict()) {
        (true, true, false) => "const volatile",
        (true, false, false) => "const",
        (false, true, false) => "volatile",
        (false, false, false) => "",
        (true, true, true) => "const volatile __restrict__",
        (true, false, true) => "const __restrict__",
        (false, true, true) => "volatile __restrict__",
        (false, false, true) => "__restrict__",
    }
}

fn join(inner: &str) -> String {
    if inner.starts_with("const") { format!(" {inner}") } else { inner.to_owned() }
}

pub fn show_operator(op: OverloadedOperator) -> String {
    let text = op.text();
    if text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        format!("operator {text}")
    } else {
        format!("operator{text}")
    }
}

fn int_name(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Char => "char",
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Char8 => "char8_t",
        IntKind::Char16 => "char16_t",
        IntKind::Char32 => "char32_t",
        IntKind::WChar => "wchar_t",
        IntKind::Short => "short",
        IntKind::UShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned",
        IntKind::Long => "long",
        IntKind::ULong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::ULongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UInt128 => "unsigned __int128",
    }
}

fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::F16 => "__tilec_f16",
        FloatKind::BF16 => "__tilec_bf16",
        FloatKind::TF32 => "__tilec_tf32",
        FloatKind::E4M3 => "__tilec_e4m3",
        FloatKind::E5M2 => "__tilec_e5m2",
        FloatKind::E8M0 => "__tilec_e8m0",
        FloatKind::UE5M3 => "__tilec_ue5m3",
        FloatKind::E2M1 => "__tilec_e2m1",
        FloatKind::F32 => "float",
        FloatKind::F64 => "double",
        FloatKind::LongDouble => "long double",
    }
}

/// The identifiers of a text, and what stands between them.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest.find(|c| is_part(c) != is_part(first)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        Some(word)
    })
}
