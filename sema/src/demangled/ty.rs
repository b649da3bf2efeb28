//! Types, template arguments and constants.

use super::{Printer, qualifiers};
use crate::constexpr::arith::integer_text;
use crate::constexpr::value::{Address, Member, Root, Step, Value};
use crate::entity::{ClassId, FunctionId, Owner};
use crate::ty::fundamental::{FloatKind, IntKind};
use crate::ty::{
    Args, ArrayLen, AutoKind, Cv, Exceptions, Param, TemplateArg, TemplateRef, Ty, TyKind,
};

/// What a declarator has outermost so far.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    Nothing,
    /// A pointer or reference, which needs parentheses before a suffix.
    Prefix,
    /// `[4]` or `(int)`
    Suffix,
}

impl Printer<'_, '_> {
    pub fn ty(&mut self, ty: Ty) -> String {
        self.declarator(ty, String::new(), Layer::Nothing)
    }

    /// The type around what declares with it.
    pub fn declarator(&mut self, ty: Ty, inner: String, layer: Layer) -> String {
        let ty = self.substituted(ty);
        match self.cx.types.kind(ty).clone() {
            TyKind::Pointer(pointee) => {
                // What a function returns stands right inside the parentheses: `int (*(*)(int))()`.
                let is_enclosed =
                    matches!(self.cx.types.kind(pointee), TyKind::Function(_) | TyKind::Array(..));
                let inner = if is_enclosed { inner.trim_start() } else { &inner };
                self.declarator(pointee, format!("*{inner}"), Layer::Prefix)
            }
            TyKind::LRef(referent) => {
                let referent = self.referent(referent);
                self.declarator(referent, format!("&{inner}"), Layer::Prefix)
            }
            TyKind::RRef(referent) => {
                let is_collapsed = match self.cx.types.kind(referent) {
                    TyKind::Param(_) => {
                        let actual = self.substituted(referent);
                        matches!(self.cx.types.kind(actual), TyKind::LRef(_))
                    }
                    _ => false,
                };
                let referent = self.referent(referent);
                let mark = if is_collapsed { "&" } else { "&&" };
                self.declarator(referent, format!("{mark}{inner}"), Layer::Prefix)
            }
            TyKind::MemberPointer { class, pointee } => {
                let is_function = matches!(self.cx.types.kind(pointee), TyKind::Function(_));
                let space = if is_function { "" } else { " " };
                let inner = format!("{space}{}::*{inner}", self.ty(class));
                self.declarator(pointee, inner, Layer::Prefix)
            }
            TyKind::Qualified(base, qualifiers) => {
                self.declarator(base, format!("{}{inner}", cv(qualifiers)), Layer::Prefix)
            }
            TyKind::Array(elem, len) => {
                let len = match len {
                    ArrayLen::Known(len) => len.to_string(),
                    ArrayLen::Unknown => String::new(),
                    ArrayLen::Dependent(len) => self.argument_expr(&len).0,
                };
                let inner = match layer {
                    Layer::Nothing => format!(" [{len}]"),
                    Layer::Prefix => format!(" ({}) [{len}]", inner.trim_start()),
                    Layer::Suffix => format!("{inner}[{len}]"),
                };
                self.declarator(elem, inner, Layer::Suffix)
            }
            TyKind::Function(function) => {
                let parameters = self.parameters(&function);
                let inner = match layer {
                    Layer::Nothing => " ".to_owned(),
                    Layer::Prefix | Layer::Suffix => format!(" ({})", inner.trim_start()),
                };
                let noexcept = match &function.exceptions {
                    Exceptions::MayThrow => String::new(),
                    Exceptions::Noexcept => " noexcept".to_owned(),
                    Exceptions::Dependent(arg) => {
                        format!(" noexcept({})", self.argument_expr(arg).0)
                    }
                };
                let inner = format!("{inner}{parameters}{}{noexcept}", qualifiers(&function));
                self.declarator(function.ret, inner, Layer::Suffix)
            }
            kind => format!("{}{inner}", self.specifier(ty, &kind)),
        }
    }

    fn specifier(&mut self, ty: Ty, kind: &TyKind) -> String {
        match kind {
            TyKind::Class(class) => self.class(*class),
            TyKind::Enum(id) => self.enumeration(*id),
            TyKind::Tile { elem, dims } => {
                let dims: Vec<String> = dims.iter().map(|dim| format!("{dim}ul")).collect();
                let dims =
                    if dims.is_empty() { String::new() } else { format!(", {}", dims.join(", ")) };
                format!("__tile_t<{}{dims}>", self.ty(*elem))
            }
            TyKind::DependentTile(args) => format!("__tile_t{}", self.template_args(*args)),
            TyKind::Specialization { template, args } => {
                let template = self.template_ref(*template);
                format!("{template}{}", self.template_args(*args))
            }
            TyKind::DependentName { qualifier, name, args } => {
                let args = args.map_or_else(String::new, |args| self.template_args(args));
                format!("{}::{}{args}", self.ty(*qualifier), self.cx.text(*name))
            }
            TyKind::PackExpansion(_) => self.expanded(ty).join(", "),
            TyKind::Decltype(expr) => format!("decltype ({})", self.expr_ref(*expr).0),
            TyKind::Auto { kind: AutoKind::Auto, .. } => "auto".to_owned(),
            TyKind::Auto { kind: AutoKind::DecltypeAuto, .. } => "decltype(auto)".to_owned(),
            TyKind::DeducedClass(template) => self.template(*template),
            TyKind::Unresolved(written) => {
                self.cx.unit.sources.text(self.cx.ast[written.ty].span).to_owned()
            }
            // Only those of a generic lambda's own parameters are left.
            TyKind::Param(param) if self.args.is_empty() => format!("auto:{}", param.index + 1),
            // A whole pack, as in a fold.
            TyKind::Param(param) => match self.argument(*param) {
                Some(pack @ TemplateArg::Pack(_)) => {
                    let mut list = Vec::new();
                    self.template_arg(&pack, &mut list);
                    list.join(", ")
                }
                _ => String::new(),
            },
            TyKind::Void => "void".to_owned(),
            TyKind::Bool => "bool".to_owned(),
            TyKind::NullPtr => "decltype(nullptr)".to_owned(),
            TyKind::Int(kind) => integer(*kind).0.to_owned(),
            TyKind::Float(kind) => floating(*kind).to_owned(),
            TyKind::Error
            | TyKind::Qualified(..)
            | TyKind::Pointer(_)
            | TyKind::LRef(_)
            | TyKind::RRef(_)
            | TyKind::MemberPointer { .. }
            | TyKind::Array(..)
            | TyKind::Function(_) => String::new(),
        }
    }

    /// The argument for a parameter; qualifiers of both count once.
    fn substituted(&mut self, ty: Ty) -> Ty {
        match *self.cx.types.kind(ty) {
            TyKind::Param(param) => match self.argument(param) {
                Some(TemplateArg::Type(ty)) => ty,
                _ => ty,
            },
            TyKind::Qualified(base, cv) => {
                let base = self.substituted(base);
                self.cx.types.qualified(base, cv)
            }
            _ => ty,
        }
    }

    /// What a reference refers to, where the type of a parameter may be a reference itself.
    fn referent(&mut self, ty: Ty) -> Ty {
        let ty = self.substituted(ty);
        self.cx.types.strip_ref(ty)
    }

    /// The argument for a parameter; of a pack, the element at hand.
    pub fn argument(&mut self, param: Param) -> Option<TemplateArg> {
        match self.args.get(usize::from(param.index))?.clone() {
            TemplateArg::Pack(elements) => {
                let elements = self.cx.types.list(elements);
                self.pack_len = Some(elements.len());
                match self.element {
                    Some(element) => elements.get(element).cloned(),
                    None => self.args.get(usize::from(param.index)).cloned(),
                }
            }
            arg => Some(arg),
        }
    }

    /// The types that a pack expansion stands for; any other type itself.
    pub fn expanded(&mut self, ty: Ty) -> Vec<String> {
        match *self.cx.types.kind(ty) {
            TyKind::Error => Vec::new(),
            TyKind::PackExpansion(pattern) => self.each_element(|this| this.ty(pattern)),
            _ => vec![self.ty(ty)],
        }
    }

    /// `print` for each element of the packs that it names.
    fn each_element(&mut self, print: impl Fn(&mut Self) -> String) -> Vec<String> {
        let outer = (self.element, self.pack_len);
        (self.element, self.pack_len) = (Some(0), None);
        let mut list = vec![print(self)];
        let len = self.pack_len.unwrap_or(1);
        for element in 1..len {
            self.element = Some(element);
            list.push(print(self));
        }
        list.truncate(len);
        (self.element, self.pack_len) = outer;
        list
    }

    /// `<int, 4>`
    pub fn template_args(&mut self, args: Args) -> String {
        let mut list = Vec::new();
        for arg in self.cx.types.list(args).to_vec() {
            self.template_arg(&arg, &mut list);
        }
        let text = list.join(", ");
        let space = if text.ends_with('>') { " " } else { "" };
        format!("<{text}{space}>")
    }

    pub fn template_arg(&mut self, arg: &TemplateArg, list: &mut Vec<String>) {
        match arg {
            TemplateArg::Type(ty) | TemplateArg::Injected(ty, _) => list.extend(self.expanded(*ty)),
            TemplateArg::Template(template) => list.push(self.template_ref(*template)),
            TemplateArg::Pack(inner) => {
                for arg in self.cx.types.list(*inner).to_vec() {
                    self.template_arg(&arg, list);
                }
            }
            TemplateArg::Expansion(inner) if matches!(**inner, TemplateArg::Template(_)) => {
                list.extend(self.each_element(|this| {
                    let mut one = Vec::new();
                    this.template_arg(inner, &mut one);
                    one.join(", ")
                }));
            }
            // NVIDIA's compiler encodes an expansion of values like its pattern.
            TemplateArg::Expansion(inner) => self.template_arg(inner, list),
            TemplateArg::Value(..)
            | TemplateArg::Param(_)
            | TemplateArg::Expr(_)
            | TemplateArg::Pending(_)
            | TemplateArg::Error => list.push(self.argument_expr(arg).0),
        }
    }

    pub fn template_ref(&mut self, template: TemplateRef) -> String {
        match template {
            TemplateRef::Template(template) => self.template(template),
            TemplateRef::Param(param) => match self.argument(param) {
                Some(TemplateArg::Template(TemplateRef::Template(template))) => {
                    self.template(template)
                }
                _ => String::new(),
            },
        }
    }

    /// A constant, and whether it needs no parentheses as an operand.
    pub fn value(&mut self, value: &Value, ty: Ty) -> (String, bool) {
        let ty = self.cx.types.strip_cv(ty);
        match value {
            Value::Indeterminate => (self.integer(0, ty), false),
            Value::Int(value) => (self.integer(*value, ty), false),
            Value::Float(bits) => {
                let digits = self.cx.types.float_of(ty).map_or(16, |kind| kind.bits() as usize / 4);
                (format!("({})[{bits:0digits$x}]", self.ty(ty)), false)
            }
            Value::Address(Address::Null) => (self.integer(0, ty), false),
            Value::Address(Address::Integer(value)) => (self.integer((*value).into(), ty), false),
            Value::Address(Address::Function(function)) => {
                let referent = self.function_operand(*function);
                self.designated(referent, ty)
            }
            Value::Address(Address::Object { root, path }) => {
                let object = self.object(root, path);
                self.designated(object, ty)
            }
            Value::Aggregate(parts) => {
                let types = self.part_types(ty, parts.len());
                let mut list = Vec::new();
                for (part, ty) in parts.iter().zip(types) {
                    list.push(self.value(part, ty).0);
                }
                (format!("{}{{{}}}", self.ty(ty), list.join(", ")), true)
            }
            Value::Union(index, part) => {
                let Some(class) = self.cx.types.class_of(ty) else { return Default::default() };
                let (index, part_ty, _) = self.cx.field_info(class, *index);
                let field = self.cx.entities[class].fields.get(index as usize);
                let name = field.and_then(|field| field.name).filter(|_| index > 0);
                let name =
                    name.map_or_else(String::new, |name| format!(".{}=", self.cx.text(name)));
                let part = self.value(part, part_ty).0;
                (format!("{}{{{name}{part}}}", self.ty(ty)), true)
            }
            Value::MemberPointer(None) => (self.integer(0, ty), false),
            Value::MemberPointer(Some(Member::Function(function))) => {
                let function = self.function_operand(*function);
                (format!("&{}", operand(function)), false)
            }
            Value::MemberPointer(Some(Member::Field(class, index))) => {
                let field = self.cx.entities[*class].fields.get(*index as usize);
                let name = field.and_then(|field| field.name);
                let name = name.map_or("", |name| self.cx.text(name));
                (format!("&{}::{name}", self.class(*class)), false)
            }
        }
    }

    /// An object or function as a reference to it, or its address.
    fn designated(&mut self, object: (String, bool), ty: Ty) -> (String, bool) {
        match self.cx.types.is_ref(ty) {
            true => object,
            false => (format!("&{}", operand(object)), false),
        }
    }

    /// A function whose address is taken: its name is enough where that has a scope and nothing
    /// else to it.
    fn function_operand(&mut self, function: FunctionId) -> (String, bool) {
        let data = &self.cx.entities[function];
        let is_global = matches!(data.owner, Owner::Namespace(at) if at == self.cx.global);
        let is_plain = data.template.is_none()
            && self
                .cx
                .types
                .function_of(data.ty)
                .is_some_and(|ty| ty.cv == Cv::NONE && ty.ref_qualifier.is_none());
        if data.has_c_symbol() || (is_plain && !is_global) {
            return (self.function_name(function), true);
        }
        (self.function(function), false)
    }

    fn object(&mut self, root: &Root, path: &[Step]) -> (String, bool) {
        let Root::Global(var) = root else { return ("str".to_owned(), true) };
        let mut object = (self.variable(*var), true);
        let mut ty = self.cx.var_type(*var);
        for step in path {
            ty = self.cx.types.strip_cv(ty);
            match step {
                Step::Element(index) => {
                    object = (format!("{}[{index}l]", operand(object)), false);
                    if let TyKind::Array(elem, _) = *self.cx.types.kind(ty) {
                        ty = elem;
                    }
                }
                Step::Past => object = (format!("{}[1l]", operand(object)), false),
                Step::Member(index) => {
                    let Some(class) = self.cx.types.class_of(ty) else { break };
                    let name = self.field_name(class, *index as usize);
                    if let Some(part) = self.cx.subobject_types(class).get(*index as usize) {
                        ty = *part;
                    }
                    let Some(name) = name else { continue };
                    object = (format!("{}.{name}", operand(object)), false);
                }
            }
        }
        object
    }

    /// The name of a subobject that is not a base.
    fn field_name(&self, class: ClassId, index: usize) -> Option<String> {
        let class = &self.cx.entities[class];
        let field = class.fields.get(index.checked_sub(class.bases.len())?)?;
        field.name.map(|name| self.cx.text(name).to_owned())
    }

    fn part_types(&mut self, ty: Ty, count: usize) -> Vec<Ty> {
        match (self.cx.types.kind(ty), self.cx.types.class_of(ty)) {
            (TyKind::Array(elem, _), _) => vec![*elem; count],
            (_, Some(class)) => self.cx.subobject_types(class),
            (_, None) => Vec::new(),
        }
    }

    /// `4`, `4ul`, `(char)97`, `true`
    fn integer(&mut self, value: i128, ty: Ty) -> String {
        match *self.cx.types.kind(ty) {
            TyKind::Bool => (value != 0).to_string(),
            TyKind::NullPtr => "decltype(nullptr)".to_owned(),
            TyKind::Int(kind) => {
                let value = integer_text(&self.cx.types, ty, value);
                match integer(kind) {
                    (_, Some(suffix)) => format!("{value}{suffix}"),
                    (name, None) => format!("({name}){value}"),
                }
            }
            _ => format!("({}){value}", self.ty(ty)),
        }
    }
}

/// An operand as it stands in an expression.
pub fn operand((text, is_simple): (String, bool)) -> String {
    if is_simple { text } else { format!("({text})") }
}

/// ` const volatile`
pub fn cv(cv: Cv) -> String {
    let mut text = String::new();
    if cv.is_const() {
        text.push_str(" const");
    }
    if cv.is_volatile() {
        text.push_str(" volatile");
    }
    if cv.is_restrict() {
        text.push_str(" restrict");
    }
    text
}

/// The name of an integer type, and the suffix of its literals if they are told by one.
fn integer(kind: IntKind) -> (&'static str, Option<&'static str>) {
    match kind {
        IntKind::Char => ("char", None),
        IntKind::SChar => ("signed char", None),
        IntKind::UChar => ("unsigned char", None),
        IntKind::Char8 => ("char8_t", None),
        IntKind::Char16 => ("char16_t", None),
        IntKind::Char32 => ("char32_t", None),
        IntKind::WChar => ("wchar_t", None),
        IntKind::Short => ("short", None),
        IntKind::UShort => ("unsigned short", None),
        IntKind::Int => ("int", Some("")),
        IntKind::UInt => ("unsigned int", Some("u")),
        IntKind::Long => ("long", Some("l")),
        IntKind::ULong => ("unsigned long", Some("ul")),
        IntKind::LongLong => ("long long", Some("ll")),
        IntKind::ULongLong => ("unsigned long long", Some("ull")),
        IntKind::Int128 => ("__int128", None),
        IntKind::UInt128 => ("unsigned __int128", None),
    }
}

fn floating(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::F16 => "_Float16",
        FloatKind::BF16 => "std::bfloat16_t",
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
