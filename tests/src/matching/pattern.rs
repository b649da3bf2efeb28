//! Types with template parameters in them: how they are written, and what they are for given
//! arguments.
//!
//! [`Ty::text`] writes declarators as C++ has them, so a pattern may be nested in any way.
//! [`Ty::bound`] keeps types well-formed: references collapse, elements of arrays are objects.

use super::draw::Binding;

/// A type, maybe with parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    Name(&'static str),
    /// The parameter with this name: `T0`, a type, or `P0`, a pack of types.
    Param(&'static str),
    Pointer(Box<Ty>),
    LRef(Box<Ty>),
    RRef(Box<Ty>),
    Const(Box<Ty>),
    Array(Box<Ty>, Number),
    Function {
        ret: Box<Ty>,
        params: Vec<Arg>,
        noexcept: bool,
    },
    Member(Box<Ty>, Box<Ty>),
    /// A specialisation of a template of the prelude or of a template parameter.
    Of(&'static str, Vec<Arg>),
    /// `typename Id<T>::type`, from which nothing is deduced.
    Hidden(Box<Ty>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    Value(i64),
    Param(&'static str),
    /// One more than the parameter, from which nothing is deduced.
    After(&'static str),
}

/// An argument of a template or the type of a parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    Ty(Ty),
    Number(Number),
    Template(&'static str),
    /// `arg...`
    Expansion(Box<Arg>),
}

impl Number {
    fn text(&self) -> String {
        match self {
            Number::Value(value) => value.to_string(),
            Number::Param(name) => (*name).to_owned(),
            Number::After(name) => format!("{name} + 1"),
        }
    }

    fn bound(&self, binding: &Binding, element: Option<usize>) -> Number {
        match self {
            Number::Value(_) => self.clone(),
            Number::Param(name) => Number::Value(binding.number(name, element)),
            Number::After(name) => Number::Value(binding.number(name, element) + 1),
        }
    }
}

impl Arg {
    pub fn text(&self) -> String {
        match self {
            Arg::Ty(ty) => ty.text(""),
            Arg::Number(number) => number.text(),
            Arg::Template(name) => (*name).to_owned(),
            Arg::Expansion(inner) => match &**inner {
                Arg::Ty(ty) => ty.text("..."),
                Arg::Number(Number::After(name)) => format!("({name} + 1)..."),
                other => format!("{}...", other.text()),
            },
        }
    }

    /// The parameters that are named, with whether they can be deduced where they stand.
    pub fn params(&self, deduced: bool, found: &mut Vec<(&'static str, bool)>) {
        match self {
            Arg::Ty(ty) => ty.params(deduced, found),
            Arg::Number(Number::Param(name)) => found.push((name, deduced)),
            Arg::Number(Number::After(name)) => found.push((name, false)),
            Arg::Template(name) if is_param(name) => found.push((name, deduced)),
            Arg::Number(Number::Value(_)) | Arg::Template(_) => {}
            Arg::Expansion(inner) => inner.params(deduced, found),
        }
    }
}

/// Parameters are a letter and a digit; all else has other names.
fn is_param(name: &str) -> bool {
    name.len() == 2 && name.ends_with(|last: char| last.is_ascii_digit())
}

/// Whether a parameter is a pack.
pub fn is_pack(name: &str) -> bool {
    name.starts_with(['P', 'M', 'K'])
}

/// Whether a list has an expansion in front of others, so that nothing is deduced from it.
fn is_nondeduced(list: &[Arg]) -> bool {
    list.iter().rev().skip(1).any(|arg| matches!(arg, Arg::Expansion(_)))
}

pub fn list_params(list: &[Arg], deduced: bool, found: &mut Vec<(&'static str, bool)>) {
    let deduced = deduced && !is_nondeduced(list);
    list.iter().for_each(|arg| arg.params(deduced, found));
}

pub fn list_text(list: &[Arg]) -> String {
    list.iter().map(Arg::text).collect::<Vec<_>>().join(", ")
}

/// The arguments that a list stands for.
pub fn list_bound(list: &[Arg], binding: &Binding, element: Option<usize>) -> Vec<Arg> {
    let mut bound = Vec::new();
    for arg in list {
        match arg {
            Arg::Expansion(inner) => {
                let mut params = Vec::new();
                inner.params(true, &mut params);
                let packs = params.iter().filter(|(name, _)| is_pack(name));
                let len = packs.map(|(name, _)| binding.len(name)).min().unwrap_or(0);
                for element in 0..len {
                    bound.extend(list_bound(
                        std::slice::from_ref(&**inner),
                        binding,
                        Some(element),
                    ));
                }
            }
            Arg::Ty(ty) => bound.push(Arg::Ty(ty.bound(binding, element))),
            Arg::Number(number) => bound.push(Arg::Number(number.bound(binding, element))),
            Arg::Template(name) => {
                bound.push(Arg::Template(binding.template(name, element).unwrap_or(name)));
            }
        }
    }
    bound
}

impl Ty {
    /// The type as written around a declarator.
    pub fn text(&self, inner: &str) -> String {
        let space = if inner.is_empty() || inner.starts_with("...") { "" } else { " " };
        match self {
            Ty::Name(name) | Ty::Param(name) => format!("{name}{space}{inner}"),
            Ty::Hidden(ty) => format!("typename Id<{}>::type{space}{inner}", ty.text("")),
            Ty::Of(name, args) => format!("{name}<{}>{space}{inner}", list_text(args)),
            Ty::Pointer(ty) => ty.around(&format!("*{inner}")),
            Ty::LRef(ty) => ty.around(&format!("&{inner}")),
            Ty::RRef(ty) => ty.around(&format!("&&{inner}")),
            Ty::Member(class, ty) => ty.around(&format!("{}::*{inner}", class.text(""))),
            Ty::Const(ty) => match &**ty {
                Ty::Pointer(_) | Ty::Member(..) => ty.text(&format!("const{space}{inner}")),
                _ => format!("const {}", ty.text(inner)),
            },
            Ty::Array(ty, len) => ty.text(&format!("{inner}[{}]", len.text())),
            Ty::Function { ret, params, noexcept } => {
                let end = if *noexcept { " noexcept" } else { "" };
                ret.text(&format!("{inner}({}){end}", list_text(params)))
            }
        }
    }

    fn around(&self, declarator: &str) -> String {
        match self {
            Ty::Array(..) | Ty::Function { .. } => self.text(&format!("({declarator})")),
            Ty::Const(inner) if matches!(**inner, Ty::Array(..)) => {
                self.text(&format!("({declarator})"))
            }
            _ => self.text(declarator),
        }
    }

    fn params(&self, deduced: bool, found: &mut Vec<(&'static str, bool)>) {
        match self {
            Ty::Name(_) => {}
            Ty::Param(name) => found.push((name, deduced)),
            Ty::Hidden(ty) => ty.params(false, found),
            Ty::Pointer(ty) | Ty::LRef(ty) | Ty::RRef(ty) | Ty::Const(ty) => {
                ty.params(deduced, found);
            }
            Ty::Member(class, ty) => {
                class.params(deduced, found);
                ty.params(deduced, found);
            }
            Ty::Array(ty, len) => {
                ty.params(deduced, found);
                Arg::Number(len.clone()).params(deduced, found);
            }
            Ty::Function { ret, params, .. } => {
                ret.params(deduced, found);
                list_params(params, deduced, found);
            }
            Ty::Of(name, args) => {
                if is_param(name) {
                    found.push((name, deduced));
                }
                list_params(args, deduced, found);
            }
        }
    }

    /// What the type is for these arguments, in an expansion for that element of the packs.
    pub fn bound(&self, binding: &Binding, element: Option<usize>) -> Ty {
        let of = |ty: &Ty| ty.bound(binding, element);
        match self {
            Ty::Name(_) => self.clone(),
            Ty::Param(name) => binding.ty(name, element),
            Ty::Hidden(ty) => of(ty),
            Ty::Pointer(ty) => Ty::Pointer(Box::new(of(ty).referent())),
            Ty::LRef(ty) => Ty::LRef(Box::new(of(ty).referent())),
            Ty::RRef(ty) => match of(ty) {
                ty @ (Ty::LRef(_) | Ty::RRef(_)) => ty,
                ty => Ty::RRef(Box::new(ty)),
            },
            Ty::Const(ty) => match of(ty) {
                ty @ (Ty::LRef(_) | Ty::RRef(_) | Ty::Function { .. } | Ty::Const(_)) => ty,
                Ty::Array(ty, len) => Ty::Array(Box::new(Ty::Const(ty).bound(binding, None)), len),
                ty => Ty::Const(Box::new(ty)),
            },
            Ty::Array(ty, len) => Ty::Array(Box::new(of(ty).object()), len.bound(binding, element)),
            Ty::Function { ret, params, noexcept } => {
                let params =
                    list_bound(params, binding, element).into_iter().map(|arg| match arg {
                        Arg::Ty(ty) => Arg::Ty(ty.decayed()),
                        other => other,
                    });
                Ty::Function {
                    ret: Box::new(of(ret).decayed()),
                    params: params.collect(),
                    noexcept: *noexcept,
                }
            }
            Ty::Member(class, ty) => {
                let class = match of(class) {
                    class @ Ty::Of(..) => class,
                    _ => Ty::Name("C"),
                };
                Ty::Member(Box::new(class), Box::new(of(ty).referent()))
            }
            Ty::Of(name, args) => {
                let name = binding.template(name, element).unwrap_or(name);
                Ty::Of(name, list_bound(args, binding, element))
            }
        }
    }

    fn referent(self) -> Ty {
        match self {
            Ty::LRef(ty) | Ty::RRef(ty) => *ty,
            ty => ty,
        }
    }

    fn object(self) -> Ty {
        match self.referent() {
            Ty::Function { .. } | Ty::Name("void") => Ty::Name("int"),
            ty => ty,
        }
    }

    pub fn decayed(self) -> Ty {
        match self {
            Ty::Array(ty, _) => Ty::Pointer(ty),
            Ty::Const(ty) => ty.decayed(),
            ty @ Ty::Function { .. } => Ty::Pointer(Box::new(ty)),
            ty => ty,
        }
    }
}
