//! Symbols back to names: what a host compiler's object says of kernels, as the source can say it.
//!
//! In: the symbol of a specialisation of a function template, as the Itanium C++ ABI mangles it
//! ("5.1 External Names"). Out: an expression that names it from the global scope,
//! `::ns::gemm<float, 128, static_cast< ::Mode>(1)>`. The signature behind the arguments is not read:
//! the code that resolves the name mangles what was found and compares ([`crate::mangle`]).
//!
//! A name that the source cannot write has none here: types of functions, closure types, unnamed
//! types. Members of unnamed namespaces go by their names in the enclosing namespace.
//!
//! | reads | where |
//! |---|---|
//! | names, scopes, substitutions | here |
//! | types | `ty` |
//! | template arguments and the constants in them | `argument` |

mod argument;
#[cfg(test)]
mod tests;
mod ty;

use std::ops::Range;

use self::ty::Type;

/// The intrinsic that makes an object from the values of its members: `T{...}` would call a
/// constructor, or take default member initialisers where a symbol leaves zeros out.
pub const MEMBERS: &str = "__tilec_members";

/// The intrinsic that makes a pointer to an array one to its first element: the symbol is the same for
/// both.
pub const ADDRESS: &str = "__tilec_address";

/// What stands for the name of a class that has none. Only the value of a member of its type can do
/// without a name.
const UNNAMED: &str = "{unnamed}";

/// Nesting of types and arguments that is read; symbols come from outside.
const MAX_DEPTH: usize = 256;

/// The name of a specialisation of a function template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceName {
    /// `gemm`
    pub identifier: String,
    /// `::ns::gemm<float, 128>`
    pub text: String,
    /// `::ns::gemm`
    template: String,
    arguments: Vec<String>,
    /// Which of the arguments are elements of packs.
    pub packs: Vec<Range<usize>>,
}

impl SourceName {
    /// The name without the last arguments, which are defaults, and without `::` in front.
    pub fn without_last(&self, n_defaults: usize) -> String {
        let n_left = self.arguments.len().saturating_sub(n_defaults);
        let written = self.arguments.get(..n_left).unwrap_or_default();
        format!("{}{}", self.template.trim_start_matches("::"), in_brackets(written))
    }
}

/// `<float, 3>`
fn in_brackets(arguments: &[String]) -> String {
    // `<:` would be a bracket, had it no space behind it.
    let list = arguments.join(", ");
    let space = if list.starts_with(':') { " " } else { "" };
    format!("<{space}{list}>")
}

/// The name of the function template specialisation that has `symbol`; nothing if it has another
/// kind of entity, or one that cannot be named.
pub fn source_name(symbol: &str) -> Option<SourceName> {
    let mut reader = Reader::new(symbol.strip_prefix("_Z")?);
    let name = reader.name()?;
    let text = name.whole();
    if text.contains(UNNAMED) {
        return None;
    }
    let Name { scoped, identifier, args } = name;
    let Arguments { list: arguments, packs } = args?;
    Some(SourceName { text, identifier, template: scoped, arguments, packs })
}

/// The qualified name of the entity that has `symbol`, `ns::scale<float>`, for messages; nothing if it cannot be read.
pub fn qualified_name(symbol: &str) -> Option<String> {
    let name = Reader::new(symbol.strip_prefix("_Z")?).name()?;
    Some(name.whole().trim_start_matches("::").to_owned())
}

/// Whether a symbol is that of a specialisation of a function template whose name is `identifier`,
/// or could be: the name of a template is in its symbol as its length and its letters.
pub fn may_name(symbol: &str, identifier: &str) -> bool {
    let mangled = format!("{}{identifier}I", identifier.len());
    symbol.starts_with("_Z") && symbol.contains(&mangled)
}

/// A name that was read.
struct Name {
    /// From the global scope, without the arguments of its last part.
    scoped: String,
    /// Its last part.
    identifier: String,
    /// Those of its last part, if it has any.
    args: Option<Arguments>,
}

/// Template arguments that were read.
#[derive(Default)]
struct Arguments {
    /// Elements of packs as arguments of their own.
    list: Vec<String>,
    packs: Vec<Range<usize>>,
}

impl Name {
    fn whole(&self) -> String {
        let args = self.args.as_ref().map(|args| in_brackets(&args.list)).unwrap_or_default();
        format!("{}{args}", self.scoped)
    }
}

struct Reader<'s> {
    rest: &'s str,
    /// What `S_`, `S0_`, ... stand for.
    substitutions: Vec<Type>,
    depth: usize,
}

impl<'s> Reader<'s> {
    fn new(rest: &'s str) -> Reader<'s> {
        Reader { rest, substitutions: Vec::new(), depth: 0 }
    }

    fn eat(&mut self, prefix: &str) -> bool {
        match self.rest.strip_prefix(prefix) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// The next character, which is one byte in all that a symbol has outside of identifiers.
    fn bump(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next()?;
        self.rest = chars.as_str();
        Some(next)
    }

    /// Runs `read` one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// A decimal number.
    fn number(&mut self) -> Option<usize> {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (text, rest) = self.rest.split_at(digits);
        self.rest = rest;
        text.parse().ok()
    }

    /// A *source-name*, marks of internal linkage and tags of an ABI left out.
    fn identifier(&mut self) -> Option<&'s str> {
        self.eat("L");
        if self.eat("Ut") {
            self.number();
            return self.eat("_").then_some(UNNAMED);
        }
        let length = self.number()?;
        let text = self.rest.get(..length)?;
        self.rest = self.rest.get(length..)?;
        while self.eat("B") {
            let length = self.number()?;
            self.rest = self.rest.get(length..)?;
        }
        Some(text)
    }

    /// A *name*. The last part of a template is a substitution, the name with its arguments is not
    /// one yet.
    fn name(&mut self) -> Option<Name> {
        match self.peek()? {
            'N' => {
                self.bump();
                self.nested(Self::nested_name)
            }
            // An entity of a function has no name elsewhere.
            'Z' => None,
            'S' if !self.rest.starts_with("St") => {
                let Type::Named(scoped) = self.substitution()? else { return None };
                let args = if self.peek() == Some('I') { Some(self.arguments()?) } else { None };
                Some(Name { identifier: last_part(&scoped).to_owned(), scoped, args })
            }
            _ => {
                let scope = if self.eat("St") { "::std" } else { "" };
                self.unscoped(scope)
            }
        }
    }

    fn unscoped(&mut self, scope: &str) -> Option<Name> {
        let identifier = self.identifier()?;
        let scoped = within(scope, identifier);
        let mut args = None;
        if self.peek() == Some('I') {
            self.substitutions.push(Type::Named(scoped.clone()));
            args = Some(self.arguments()?);
        }
        Some(Name { scoped, identifier: identifier.to_owned(), args })
    }

    /// What is between `N` and `E`.
    fn nested_name(&mut self) -> Option<Name> {
        while self.peek().is_some_and(|next| "rVKRO".contains(next)) {
            self.bump();
        }
        let mut name = Name { scoped: String::new(), identifier: String::new(), args: None };
        while !self.eat("E") {
            match self.peek()? {
                'S' if self.eat("St") => {
                    name.scoped = "::std".into();
                    continue;
                }
                'S' => {
                    let Type::Named(scoped) = self.substitution()? else { return None };
                    name = Name { identifier: last_part(&scoped).to_owned(), scoped, args: None };
                    continue;
                }
                'I' => {
                    if name.args.is_some() {
                        return None;
                    }
                    name.args = Some(self.arguments()?);
                }
                _ => {
                    let scope = name.whole();
                    let identifier = self.identifier()?;
                    name = Name {
                        scoped: within(&scope, identifier),
                        identifier: identifier.to_owned(),
                        args: None,
                    };
                }
            }
            // The whole is a substitution only as a type, which its reader adds.
            if !self.rest.starts_with('E') {
                self.substitutions.push(Type::Named(name.whole()));
            }
        }
        Some(name)
    }

    /// `S_`, `S1_`, or an abbreviation of the standard library.
    fn substitution(&mut self) -> Option<Type> {
        if !self.eat("S") {
            return None;
        }
        let known = match self.peek()? {
            'a' => Some("::std::allocator"),
            'b' => Some("::std::basic_string"),
            's' => Some("::std::string"),
            'i' => Some("::std::istream"),
            'o' => Some("::std::ostream"),
            'd' => Some("::std::iostream"),
            _ => None,
        };
        if let Some(known) = known {
            self.bump();
            return Some(Type::Named(known.into()));
        }
        let (number, rest) = self.rest.split_once('_')?;
        self.rest = rest;
        let index = match number {
            "" => 0,
            _ => usize::from_str_radix(number, 36).ok()?.checked_add(1)?,
        };
        self.substitutions.get(index).cloned()
    }
}

/// The library of CUDA, which is that of C++ here.
const CUDA_STD: &str = "::cuda::std";

/// Whether a symbol names an entity of the library of CUDA, `cuda::std`.
pub fn names_cuda_std(symbol: &str) -> bool {
    symbol.contains("4cuda3std")
}

/// A member of a scope; those of an unnamed namespace are found in the enclosing one, and so are
/// those of the inline namespace that has the version of libcu++.
fn within(scope: &str, identifier: &str) -> String {
    let is_version = |name: &str| {
        name.strip_prefix("__").is_some_and(|digits| digits.bytes().all(|it| it.is_ascii_digit()))
    };
    match identifier.starts_with("_GLOBAL__N_") || (scope == CUDA_STD && is_version(identifier)) {
        true => scope.to_owned(),
        false => format!("{scope}::{identifier}"),
    }
}

/// The last identifier of a name without arguments behind it.
fn last_part(scoped: &str) -> &str {
    scoped.rsplit("::").next().unwrap_or(scoped)
}
