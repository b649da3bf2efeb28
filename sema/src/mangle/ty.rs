//! Types (Itanium C++ ABI 5.1.5). Every type but the builtin ones is a component.

use super::Mangler;
use super::encoding::Code;
use crate::ty::fundamental::{FloatKind, IntKind};
use crate::ty::{ArrayLen, Cv, Exceptions, FunctionTy, Param, TemplateRef, Ty, TyKind};

impl Mangler<'_, '_> {
    pub fn ty(&mut self, ty: Ty) -> Code {
        if let Some(code) = self.types.get(&ty) {
            return code.clone();
        }
        let kind = self.cx.types.kind(ty).clone();
        let code = match builtin(&kind) {
            Some(code) => Code::text(code),
            None => self.compound(&kind),
        };
        // Which parameters a pattern means depends on the template around it.
        if !self.cx.types.is_dependent(ty) {
            self.types.insert(ty, code.clone());
        }
        code
    }

    fn compound(&mut self, kind: &TyKind) -> Code {
        let mut code = Code::default();
        match kind {
            TyKind::Class(class) => return self.class(*class),
            TyKind::Enum(id) => return self.enumeration(*id),
            TyKind::Qualified(inner, cv) => {
                code.push(qualifiers(*cv));
                code.append(self.ty(*inner));
            }
            TyKind::Pointer(pointee) => {
                code.push("P");
                code.append(self.ty(*pointee));
            }
            TyKind::LRef(referent) => {
                code.push("R");
                code.append(self.ty(*referent));
            }
            TyKind::RRef(referent) => {
                code.push("O");
                code.append(self.ty(*referent));
            }
            TyKind::MemberPointer { class, pointee } => {
                code.push("M");
                code.append(self.ty(*class));
                code.append(self.ty(*pointee));
            }
            TyKind::Array(elem, len) => {
                code.push("A");
                match len {
                    ArrayLen::Known(len) => code.push(&len.to_string()),
                    ArrayLen::Unknown => {}
                    ArrayLen::Dependent(len) => code.append(self.argument_expr(len)),
                }
                code.push("_");
                code.append(self.ty(*elem));
            }
            TyKind::Function(function) => code.append(self.function_type(function)),
            TyKind::Tile { elem, dims } => {
                code.push("u8__tile_tI");
                code.append(self.ty(*elem));
                for dim in dims.iter() {
                    code.push(&format!("Lm{dim}E"));
                }
                code.push("E");
            }
            TyKind::DependentTile(args) => {
                code.push("u8__tile_t");
                code.append(self.template_args(*args));
            }
            TyKind::Param(param) => code.append(template_param(*param)),
            TyKind::Specialization { template: TemplateRef::Template(template), args } => {
                let mut prefix = self.template_prefix(*template);
                prefix.append(self.template_args(*args));
                let component = self.intern(prefix);
                let (owner, scope) = {
                    let data = &self.cx.entities[*template];
                    (data.owner, data.scope)
                };
                let (_, is_nested) = self.prefix(owner, scope);
                if is_nested {
                    code.nested(component);
                } else {
                    code.component(component);
                }
                return code;
            }
            TyKind::Specialization { template: TemplateRef::Param(param), args } => {
                code.append(self.component_param(*param));
                code.append(self.template_template_args(*param, *args));
            }
            TyKind::DependentName { .. } => {
                let component = self.dependent_prefix(kind);
                code.nested(component);
                return code;
            }
            TyKind::PackExpansion(pattern) => {
                code.push("Dp");
                code.append(self.ty(*pattern));
            }
            TyKind::Decltype(expr) => code.append(self.decltype(*expr)),
            TyKind::Auto { kind: crate::ty::AutoKind::Auto, .. } => code.push("Da"),
            TyKind::Auto { kind: crate::ty::AutoKind::DecltypeAuto, .. } => code.push("Dc"),
            TyKind::DeducedClass(template) => return self.template_name(*template),
            // An alias that drops an argument, as written: a vendor's name, but one of its own.
            TyKind::Unresolved(written) => {
                let text = self.cx.unit.sources.text(self.cx.ast[written.ty].span);
                let name: String =
                    text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
                code.push("u");
                code.append(self.source_name(&name));
            }
            TyKind::Error
            | TyKind::Void
            | TyKind::NullPtr
            | TyKind::Bool
            | TyKind::Int(_)
            | TyKind::Float(_) => return Code::text("v"),
        }
        self.component(code)
    }

    /// `qualifier::name` without `N` and `E`.
    fn dependent_prefix(&mut self, kind: &TyKind) -> super::Component {
        let TyKind::DependentName { qualifier, name, args } = kind else {
            return self.intern(Code::default());
        };
        let mut code = self.prefix_of_type(*qualifier);
        code.append(self.source_name(self.cx.text(*name)));
        if let Some(args) = args {
            code = self.component(code);
            code.append(self.template_args(*args));
        }
        self.intern(code)
    }

    /// A type as the prefix of one of its members.
    pub fn prefix_of_type(&mut self, ty: Ty) -> Code {
        let code = self.ty(ty);
        code.bare()
    }

    fn function_type(&mut self, function: &FunctionTy) -> Code {
        let mut code = Code::text(qualifiers(function.cv));
        match &function.exceptions {
            Exceptions::MayThrow => {}
            Exceptions::Noexcept => code.push("Do"),
            Exceptions::Dependent(arg) => {
                code.push("DO");
                code.append(self.argument_expr(arg));
                code.push("E");
            }
        }
        code.push("F");
        code.append(self.bare_function_type(function, true));
        match function.ref_qualifier {
            Some(crate::ty::RefQualifier::LValue) => code.push("R"),
            Some(crate::ty::RefQualifier::RValue) => code.push("O"),
            None => {}
        }
        code.push("E");
        code
    }

    /// A template parameter that is a type or template.
    pub fn component_param(&mut self, param: Param) -> Code {
        self.component(template_param(param))
    }
}

/// `T_`, `T0_`, ...
pub fn template_param(param: Param) -> Code {
    Code::text(match param.index {
        0 => "T_".to_owned(),
        index => format!("T{}_", super::encoding::base36(usize::from(index) - 1)),
    })
}

fn qualifiers(cv: Cv) -> &'static str {
    match (cv.is_restrict(), cv.is_volatile(), cv.is_const()) {
        (false, false, false) => "",
        (false, false, true) => "K",
        (false, true, false) => "V",
        (false, true, true) => "VK",
        (true, false, false) => "r",
        (true, false, true) => "rK",
        (true, true, false) => "rV",
        (true, true, true) => "rVK",
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
            FloatKind::E8M0 => "u12__tilec_e8m0",
            FloatKind::UE5M3 => "u13__tilec_ue5m3",
            FloatKind::E2M1 => "u12__tilec_e2m1",
            FloatKind::F32 => "f",
            FloatKind::F64 => "d",
            FloatKind::LongDouble => "e",
        },
        _ => return None,
    })
}
