//! Symbol names, as the Itanium C++ ABI mangles them ("5.1 External Names"), byte-equal to those of
//! other CUDA compilers, so that hosts find kernels by the names they already use.
//!
//! A specialisation of a function template mangles the signature of its *template*, with `T_` for
//! the parameters, and the return type in front.

use crate::Cx;
use crate::constexpr::value::Value;
use crate::entity::{ClassId, DeclName, FunctionId, NamespaceId, Owner, TemplateId};
use crate::ty::{
    Args, ArrayLen, Cv, FloatKind, IntKind, RefQualifier, TemplateArg, TemplateRef, Ty, TyKind,
};

/// The symbol of a function.
pub fn function(cx: &mut Cx<'_>, function: FunctionId) -> String {
    let data = &cx.entities[function];
    let DeclName::Identifier(name) = data.name else { return "_Zoperator".to_owned() };
    let (owner, template, ty) = (data.owner, data.template, data.ty);
    if data.is_extern_c {
        return cx.text(name).to_owned();
    }
    let signature = template.and_then(|(template, _)| cx.template_signature(template));
    let name = cx.text(name).to_owned();
    let mut mangler = Mangler { cx, out: "_Z".to_owned(), substitutions: Vec::new() };
    mangler.function_name(owner, &name, template);
    mangler.bare_function_type(signature.unwrap_or(ty), template.is_some());
    mangler.out
}

/// What a later `S_` may stand for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Component {
    Type(Ty),
    Template(TemplateId),
    Namespace(NamespaceId),
    /// The name of a function template before its arguments.
    FunctionTemplate(TemplateId),
}

struct Mangler<'a, 'u> {
    cx: &'a mut Cx<'u>,
    out: String,
    substitutions: Vec<Component>,
}

impl Mangler<'_, '_> {
    fn source_name(&mut self, name: &str) {
        self.out.push_str(&format!("{}{name}", name.len()));
    }

    /// `S_`, `S0_`, ... if the component has occurred.
    fn substituted(&mut self, component: Component) -> bool {
        let Some(index) = self.substitutions.iter().position(|&known| known == component) else {
            return false;
        };
        self.out.push('S');
        if index > 0 {
            self.out.push_str(&base36(index - 1));
        }
        self.out.push('_');
        true
    }

    fn remember(&mut self, component: Component) {
        if !self.substitutions.contains(&component) {
            self.substitutions.push(component);
        }
    }

    fn function_name(&mut self, owner: Owner, name: &str, template: Option<(TemplateId, Args)>) {
        let nested = self.is_nested(owner);
        if nested {
            self.out.push('N');
            self.prefix(owner);
        }
        self.source_name(name);
        if let Some((template, args)) = template {
            self.remember(Component::FunctionTemplate(template));
            self.template_args(args);
        }
        if nested {
            self.out.push('E');
        }
    }

    fn is_nested(&self, owner: Owner) -> bool {
        match owner {
            Owner::Namespace(namespace) => namespace != self.cx.global,
            Owner::Class(_) => true,
            Owner::Function => false,
        }
    }

    fn prefix(&mut self, owner: Owner) {
        match owner {
            Owner::Namespace(namespace) => self.namespace(namespace),
            Owner::Class(class) => self.class_prefix(class),
            Owner::Function => {}
        }
    }

    fn namespace(&mut self, namespace: NamespaceId) {
        if namespace == self.cx.global {
            return;
        }
        let (name, parent) = (self.cx.entities[namespace].name, self.cx.entities[namespace].parent);
        let text = name.map_or("_GLOBAL__N_1", |name| self.cx.text(name)).to_owned();
        if text == "std" && parent == Some(self.cx.global) {
            self.out.push_str("St");
            return;
        }
        if self.substituted(Component::Namespace(namespace)) {
            return;
        }
        if let Some(parent) = parent {
            self.namespace(parent);
        }
        self.source_name(&text);
        self.remember(Component::Namespace(namespace));
    }

    /// A class without the `N...E` around it.
    fn class_prefix(&mut self, class: ClassId) {
        let ty = self.cx.entities[class].ty;
        if self.substituted(Component::Type(ty)) {
            return;
        }
        let (owner, template, name) = {
            let data = &self.cx.entities[class];
            (data.owner, data.template, data.name)
        };
        let text = name.map_or("Ut_", |name| self.cx.text(name)).to_owned();
        match template {
            Some((template, args)) => {
                if !self.substituted(Component::Template(template)) {
                    self.prefix(owner);
                    self.source_name(&text);
                    self.remember(Component::Template(template));
                }
                self.template_args(args);
            }
            None => {
                self.prefix(owner);
                self.source_name(&text);
            }
        }
        self.remember(Component::Type(ty));
    }

    fn class(&mut self, class: ClassId) {
        let ty = self.cx.entities[class].ty;
        if self.substituted(Component::Type(ty)) {
            return;
        }
        // `std::name` is unscoped: `St4name`.
        let owner = self.cx.entities[class].owner;
        let nested = match owner {
            Owner::Namespace(namespace) => namespace != self.cx.global && !self.is_std(namespace),
            Owner::Class(_) => true,
            Owner::Function => false,
        };
        if nested {
            self.out.push('N');
        }
        self.class_prefix(class);
        if nested {
            self.out.push('E');
        }
    }

    fn is_std(&self, namespace: NamespaceId) -> bool {
        let data = &self.cx.entities[namespace];
        data.parent == Some(self.cx.global)
            && data.name.is_some_and(|name| self.cx.text(name) == "std")
    }

    fn bare_function_type(&mut self, ty: Ty, with_return: bool) {
        let Some(function) = self.cx.types.function_of(ty).cloned() else { return };
        if with_return {
            self.ty(function.ret);
        }
        if function.params.is_empty() {
            self.out.push('v');
        }
        for &param in &function.params {
            self.ty(param);
        }
        if function.variadic {
            self.out.push('z');
        }
    }

    fn ty(&mut self, ty: Ty) {
        let kind = self.cx.types.kind(ty).clone();
        if let Some(code) = builtin(&kind) {
            self.out.push_str(code);
            return;
        }
        match kind {
            TyKind::Class(class) => return self.class(class),
            TyKind::Param(param) => {
                if !self.substituted(Component::Type(ty)) {
                    self.out.push('T');
                    if param.index > 0 {
                        self.out.push_str(&base36(usize::from(param.index) - 1));
                    }
                    self.out.push('_');
                    self.remember(Component::Type(ty));
                }
                return;
            }
            _ => {}
        }
        if self.substituted(Component::Type(ty)) {
            return;
        }
        match kind {
            TyKind::Qualified(inner, cv) => {
                if cv.includes(Cv::VOLATILE) {
                    self.out.push('V');
                }
                if cv.includes(Cv::CONST) {
                    self.out.push('K');
                }
                self.ty(inner);
            }
            TyKind::Pointer(pointee) => {
                self.out.push('P');
                self.ty(pointee);
            }
            TyKind::LRef(referent) => {
                self.out.push('R');
                self.ty(referent);
            }
            TyKind::RRef(referent) => {
                self.out.push('O');
                self.ty(referent);
            }
            TyKind::MemberPointer { class, pointee } => {
                self.out.push('M');
                self.ty(class);
                self.ty(pointee);
            }
            TyKind::Array(elem, len) => {
                self.out.push('A');
                if let ArrayLen::Known(len) = len {
                    self.out.push_str(&len.to_string());
                }
                self.out.push('_');
                self.ty(elem);
            }
            TyKind::Function(function) => {
                self.out.push('F');
                self.bare_function_type(ty, true);
                match function.ref_qualifier {
                    Some(RefQualifier::LValue) => self.out.push('R'),
                    Some(RefQualifier::RValue) => self.out.push('O'),
                    None => {}
                }
                self.out.push('E');
            }
            TyKind::Enum(id) => {
                let (owner, name) = (self.cx.entities[id].owner, self.cx.entities[id].name);
                let text = name.map_or("Ut_", |name| self.cx.text(name)).to_owned();
                let nested = self.is_nested(owner);
                if nested {
                    self.out.push('N');
                }
                self.prefix(owner);
                self.source_name(&text);
                if nested {
                    self.out.push('E');
                }
            }
            TyKind::Specialization { template, args } => {
                if let TemplateRef::Template(template) = template {
                    self.template_name(template);
                }
                self.template_args(args);
            }
            TyKind::DependentName { qualifier, name } => {
                self.out.push('N');
                self.ty(qualifier);
                let text = self.cx.text(name).to_owned();
                self.source_name(&text);
                self.out.push('E');
            }
            TyKind::PackExpansion(pattern) => {
                self.out.push_str("Dp");
                self.ty(pattern);
            }
            _ => self.out.push('v'),
        }
        self.remember(Component::Type(ty));
    }

    fn template_name(&mut self, template: TemplateId) {
        if self.substituted(Component::Template(template)) {
            return;
        }
        let (owner, name) = (self.cx.entities[template].owner, self.cx.entities[template].name);
        let nested = self.is_nested(owner);
        if nested {
            self.out.push('N');
        }
        self.prefix(owner);
        if let DeclName::Identifier(name) = name {
            let text = self.cx.text(name).to_owned();
            self.source_name(&text);
        }
        if nested {
            self.out.push('E');
        }
        self.remember(Component::Template(template));
    }

    fn template_args(&mut self, args: Args) {
        self.out.push('I');
        for arg in self.cx.types.list(args).to_vec() {
            self.template_arg(&arg);
        }
        self.out.push('E');
    }

    fn template_arg(&mut self, arg: &TemplateArg) {
        match arg {
            TemplateArg::Type(ty) => self.ty(*ty),
            TemplateArg::Value(value, ty) => self.literal(value, *ty),
            TemplateArg::Template(TemplateRef::Template(template)) => self.template_name(*template),
            TemplateArg::Pack(inner) => {
                self.out.push('J');
                for arg in self.cx.types.list(*inner).to_vec() {
                    self.template_arg(&arg);
                }
                self.out.push('E');
            }
            TemplateArg::Param(param) => {
                self.out.push('T');
                if param.index > 0 {
                    self.out.push_str(&base36(usize::from(param.index) - 1));
                }
                self.out.push('_');
            }
            TemplateArg::Template(TemplateRef::Param(_))
            | TemplateArg::Expr(_)
            | TemplateArg::Pending(_)
            | TemplateArg::Expansion(_)
            | TemplateArg::Error => self.out.push_str("XE"),
        }
    }

    /// `L <type> <value> E`
    fn literal(&mut self, value: &Value, ty: Ty) {
        self.out.push('L');
        self.ty(ty);
        match value {
            Value::Int(int) if *int < 0 => self.out.push_str(&format!("n{}", int.unsigned_abs())),
            Value::Int(int) => self.out.push_str(&int.to_string()),
            Value::Float(bits) => {
                let digits = match self.cx.types.float_of(ty) {
                    Some(kind) => (kind.bits() / 4) as usize,
                    None => 16,
                };
                self.out.push_str(&format!("{bits:0digits$x}"));
            }
            _ => self.out.push('0'),
        }
        self.out.push('E');
    }
}

/// The code of a builtin type; those of the tile extensions are vendor types (`u <name>`).
fn builtin(kind: &TyKind) -> Option<&'static str> {
    Some(match kind {
        TyKind::Void => "v",
        TyKind::Bool => "b",
        TyKind::NullPtr => "Dn",
        TyKind::Int(kind) => match kind {
            IntKind::Char => "c",
            IntKind::SChar => "a",
            IntKind::UChar => "h",
            IntKind::Char8 => "Du",
            IntKind::Char16 => "Ds",
            IntKind::Char32 => "Di",
            IntKind::WChar => "w",
            IntKind::Short => "s",
            IntKind::UShort => "t",
            IntKind::Int => "i",
            IntKind::UInt => "j",
            IntKind::Long => "l",
            IntKind::ULong => "m",
            IntKind::LongLong => "x",
            IntKind::ULongLong => "y",
            IntKind::Int128 => "n",
            IntKind::UInt128 => "o",
        },
        TyKind::Float(kind) => match kind {
            FloatKind::F16 => "DF16_",
            FloatKind::BF16 => "DF16b",
            FloatKind::TF32 => "u12__tilec_tf32",
            FloatKind::E4M3 => "u12__tilec_e4m3",
            FloatKind::E5M2 => "u12__tilec_e5m2",
            FloatKind::F32 => "f",
            FloatKind::F64 => "d",
            FloatKind::LongDouble => "e",
        },
        _ => return None,
    })
}

/// A *seq-id*: base 36 in capitals.
fn base36(mut number: usize) -> String {
    const DIGITS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut text = Vec::new();
    loop {
        text.push(DIGITS[number % 36]);
        number /= 36;
        if number == 0 {
            break;
        }
    }
    text.reverse();
    String::from_utf8(text).unwrap_or_default()
}
