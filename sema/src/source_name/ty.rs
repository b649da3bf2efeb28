//! Types in symbols ("5.1.5 Type encodings").

use super::Reader;

/// A type that was read; the prefix of a name is one too, since substitutions stand for both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Type {
    Named(String),
    /// Qualifiers with a space before each.
    Qualified(&'static str, Box<Type>),
    /// `*`, `&` or `&&`
    Pointer(&'static str, Box<Type>),
    Array(Option<u64>, Box<Type>),
    Function(Box<Function>),
    /// The class, and what the member is.
    Member(Box<Type>, Box<Type>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Function {
    ret: Type,
    params: Vec<Type>,
    is_variadic: bool,
    /// What stands behind the parameters: `const`, `&`, `noexcept`.
    suffix: String,
}

impl Type {
    /// The type with `inner` as its declarator ([dcl.name]).
    pub(super) fn text(&self, inner: &str) -> String {
        match self {
            Type::Named(name) if inner.is_empty() => name.clone(),
            Type::Named(name) => format!("{name} {inner}"),
            Type::Qualified(qualifiers, ty) => match &**ty {
                // They qualify the pointer, and stand behind its `*`.
                Type::Pointer(mark, to) => {
                    to.text(&to.grouped(&format!("{mark}{qualifiers} {inner}")))
                }
                Type::Member(class, to) => {
                    to.text(&to.grouped(&format!("{}::*{qualifiers} {inner}", class.text(""))))
                }
                // The element's.
                Type::Array(..) | Type::Function(_) => ty.text(inner),
                Type::Named(_) | Type::Qualified(..) => {
                    let own = format!("{}{qualifiers}", ty.text(""));
                    if inner.is_empty() { own } else { format!("{own} {inner}") }
                }
            },
            Type::Pointer(mark, to) => to.text(&to.grouped(&format!("{mark}{inner}"))),
            Type::Member(class, to) => {
                to.text(&to.grouped(&format!("{}::*{inner}", class.text(""))))
            }
            Type::Array(extent, element) => {
                let extent = extent.map(|extent| extent.to_string()).unwrap_or_default();
                element.text(&format!("{inner}[{extent}]"))
            }
            Type::Function(function) => {
                let mut params: Vec<String> =
                    function.params.iter().map(|param| param.text("")).collect();
                if function.is_variadic {
                    params.push("...".into());
                }
                let params = params.join(", ");
                function.ret.text(&format!("{inner}({params}){}", function.suffix))
            }
        }
    }

    /// The declarator of a pointer to this.
    fn grouped(&self, declarator: &str) -> String {
        match self {
            Type::Array(..) | Type::Function(_) => format!("({declarator})"),
            _ => declarator.to_owned(),
        }
    }
}

/// The builtin types of one letter.
const BUILTIN: &[(char, &str)] = &[
    ('v', "void"),
    ('w', "wchar_t"),
    ('b', "bool"),
    ('c', "char"),
    ('a', "signed char"),
    ('h', "unsigned char"),
    ('s', "short"),
    ('t', "unsigned short"),
    ('i', "int"),
    ('j', "unsigned int"),
    ('l', "long"),
    ('m', "unsigned long"),
    ('x', "long long"),
    ('y', "unsigned long long"),
    ('n', "__int128"),
    ('o', "unsigned __int128"),
    ('f', "float"),
    ('d', "double"),
    ('e', "long double"),
    ('g', "__float128"),
];

/// Those of two.
const BUILTIN_D: &[(char, &str)] = &[
    ('n', "decltype(nullptr)"),
    ('i', "char32_t"),
    ('s', "char16_t"),
    ('u', "char8_t"),
    ('h', "_Float16"),
];

impl Reader<'_> {
    /// A *type*.
    pub(super) fn ty(&mut self) -> Option<Type> {
        self.nested(Self::ty_here)
    }

    fn ty_here(&mut self) -> Option<Type> {
        let next = self.peek()?;
        if let Some((_, name)) = BUILTIN.iter().find(|(letter, _)| *letter == next) {
            self.bump();
            return Some(Type::Named((*name).into()));
        }
        if next == 'D' {
            let second = self.rest.chars().nth(1)?;
            if let Some((_, name)) = BUILTIN_D.iter().find(|(letter, _)| *letter == second) {
                self.rest = &self.rest[2..];
                return Some(Type::Named((*name).into()));
            }
        }
        // What is not a builtin type is a substitution from now on.
        let ty = match next {
            'r' | 'V' | 'K' => {
                let qualifiers = self.qualifiers();
                match self.peek()? {
                    // A part of the function type, which is one substitution with them.
                    'F' => self.function(qualifiers, "")?,
                    'D' if self.eat("Do") => self.function(qualifiers, " noexcept")?,
                    _ => Type::Qualified(qualifiers, Box::new(self.ty()?)),
                }
            }
            'P' | 'R' | 'O' => {
                self.bump();
                let mark = match next {
                    'P' => "*",
                    'R' => "&",
                    _ => "&&",
                };
                Type::Pointer(mark, Box::new(self.ty()?))
            }
            'A' => {
                self.bump();
                let extent =
                    if self.peek() == Some('_') { None } else { Some(self.number()? as u64) };
                if !self.eat("_") {
                    return None;
                }
                Type::Array(extent, Box::new(self.ty()?))
            }
            'M' => {
                self.bump();
                let class = self.ty()?;
                Type::Member(Box::new(class), Box::new(self.ty()?))
            }
            'F' => self.function("", "")?,
            'D' if self.eat("Do") => self.function("", " noexcept")?,
            'D' if self.eat("DF16_") => return Some(Type::Named("_Float16".into())),
            'D' if self.eat("DF16b") => return Some(Type::Named("__bf16".into())),
            'u' => {
                self.bump();
                return Some(Type::Named(self.identifier()?.into()));
            }
            'S' if !self.rest.starts_with("St") => {
                let known = self.substitution()?;
                if self.peek() != Some('I') {
                    return Some(known);
                }
                let Type::Named(template) = known else { return None };
                Type::Named(format!("{template}{}", super::in_brackets(&self.arguments()?.list)))
            }
            'N' | 'S' | 'L' | '0'..='9' => Type::Named(self.name()?.whole()),
            _ => return None,
        };
        self.substitutions.push(ty.clone());
        Some(ty)
    }

    fn qualifiers(&mut self) -> &'static str {
        let restrict = self.eat("r");
        let volatile = self.eat("V");
        let constant = self.eat("K");
        match (constant, volatile, restrict) {
            (true, false, false) => " const",
            (false, true, false) => " volatile",
            (true, true, false) => " const volatile",
            (false, false, true) => " __restrict__",
            (true, false, true) => " const __restrict__",
            (false, true, true) => " volatile __restrict__",
            (true, true, true) => " const volatile __restrict__",
            (false, false, false) => "",
        }
    }

    /// A *function-type* behind its qualifiers and its exception specification.
    fn function(&mut self, qualifiers: &str, exceptions: &str) -> Option<Type> {
        if !self.eat("F") {
            return None;
        }
        self.eat("Y");
        let ret = self.ty()?;
        let mut params = Vec::new();
        let mut is_variadic = false;
        let mut reference = "";
        loop {
            match self.peek()? {
                'E' => break,
                'z' => {
                    self.bump();
                    is_variadic = true;
                }
                'R' | 'O' if self.rest[1..].starts_with('E') => {
                    reference = if self.bump() == Some('R') { " &" } else { " &&" };
                }
                _ => params.push(self.ty()?),
            }
        }
        self.bump();
        if let [Type::Named(only)] = &params[..]
            && only == "void"
        {
            params.clear();
        }
        let suffix = format!("{qualifiers}{reference}{exceptions}");
        Some(Type::Function(Box::new(Function { ret, params, is_variadic, suffix })))
    }
}
