//! Symbol names, as the Itanium C++ ABI mangles them ("5.1 External Names"), byte-equal to those of
//! NVIDIA's compiler, so that hosts find kernels by the names they already use.
//!
//! | encodes | where |
//! |---|---|
//! | functions and their signatures | here |
//! | names and scopes | `name` |
//! | types | `ty` |
//! | template arguments and the constants in them | `argument` |
//! | expressions in dependent signatures | `expr` |
//!
//! A specialisation of a function template mangles the signature of its *template*, with `T_` for
//! the parameters, and the return type in front. Where the ABI leaves a choice or other compilers
//! differ from it, names follow NVIDIA's: see `tests/tests/mangling.rs` for what was recorded.
//!
//! Invariant: two kernels that differ have different names; an unnamed namespace is
//! `_GLOBAL__N_1`, since a file is a program.

mod argument;
mod encoding;
mod expr;
mod name;
mod ty;

use rustc_hash::FxHashMap;

use self::encoding::{Code, Component, Components};
use crate::Cx;
use crate::entity::{DeclName, FunctionId, FunctionKind, Owner, TemplateId, VarId};
use crate::ty::{FunctionTy, RefQualifier, Ty, TyKind};

/// The symbol of a function.
pub fn function(cx: &mut Cx<'_>, function: FunctionId) -> String {
    let data = &cx.entities[function];
    if data.has_c_symbol()
        && let DeclName::Identifier(name) = data.name
    {
        return cx.text(name).to_owned();
    }
    let mut mangler = Mangler {
        cx,
        components: Components::default(),
        types: FxHashMap::default(),
        templates: Vec::new(),
    };
    let mut code = Code::text("_Z");
    code.append(mangler.encoding(function));
    mangler.components.write(&code)
}

/// The symbol of a variable with static storage. One of the global namespace that other units can
/// see has its plain name ("5.1.1 General Structure").
pub fn variable(cx: &mut Cx<'_>, var: VarId) -> String {
    let data = &cx.entities[var];
    let (owner, template) = (data.owner, data.template);
    let is_internal = matches!(owner, Owner::Namespace(_)) && !cx.has_external_linkage(var);
    let is_global = matches!(owner, Owner::Namespace(namespace) if namespace == cx.global);
    if is_global && !is_internal && template.is_none() {
        return cx.text(cx.entities[var].name).to_owned();
    }
    // `L` marks internal linkage, but members of an unnamed namespace need no mark.
    let mark = if is_internal && !cx.is_of_unnamed_namespace(owner) { "L" } else { "" };
    let mut mangler = Mangler {
        cx,
        components: Components::default(),
        types: FxHashMap::default(),
        templates: Vec::new(),
    };
    let mut code = Code::text("_Z");
    code.append(mangler.marked_variable_name(var, mark));
    mangler.components.write(&code)
}

struct Mangler<'c, 'a> {
    cx: &'c mut Cx<'a>,
    components: Components,
    /// What is encoded already: types share parts.
    types: FxHashMap<Ty, Code>,
    /// The function templates whose signatures are being encoded, innermost last.
    templates: Vec<TemplateId>,
}

impl Mangler<'_, '_> {
    fn component(&mut self, code: Code) -> Code {
        let component = self.intern(code);
        let mut code = Code::default();
        code.component(component);
        code
    }

    fn intern(&mut self, code: Code) -> Component {
        self.components.intern(code)
    }

    /// An *encoding*: the name of a function and its type.
    fn encoding(&mut self, function: FunctionId) -> Code {
        let data = &self.cx.entities[function];
        let (template, kind, ty) = (data.template, data.kind, data.ty);
        // The parameters of a C function are not part of its name.
        let is_c = data.has_c_symbol();
        let mut code = self.function_name(function);
        if is_c {
            return code;
        }
        let signature = match template {
            Some((template, _)) => self.cx.template_signature(template).unwrap_or(ty),
            None => ty,
        };
        if let Some((template, _)) = template {
            self.templates.push(template);
        }
        let Some(signature) = self.cx.types.function_of(signature).cloned() else { return code };
        let has_return = template.is_some() && kind == FunctionKind::Ordinary;
        code.append(self.bare_function_type(&signature, has_return));
        if template.is_some() {
            self.templates.pop();
        }
        code
    }

    /// The name of a function with its template arguments and, of a member, its qualifiers.
    fn function_name(&mut self, function: FunctionId) -> Code {
        let data = &self.cx.entities[function];
        let (owner, outer, template) = (data.owner, data.outer, data.template);
        let mut qualifiers = String::new();
        if let (Owner::Class(_), Some(ty)) = (owner, self.cx.types.function_of(data.ty)) {
            if ty.cv.is_volatile() {
                qualifiers.push('V');
            }
            if ty.cv.is_const() {
                qualifiers.push('K');
            }
            match ty.ref_qualifier {
                Some(RefQualifier::LValue) => qualifiers.push('R'),
                Some(RefQualifier::RValue) => qualifiers.push('O'),
                None => {}
            }
        }
        let unqualified = self.unqualified_function_name(function);
        let (prefix, is_nested) = self.prefix(owner, outer);
        let mut name = prefix;
        name.append(unqualified);
        if let Some((_, args)) = template {
            // The name of the template is a component, that of the function is none.
            name = self.component(name);
            name.append(self.template_args(args));
        }
        if !is_nested {
            return name;
        }
        let mut code = self.local_context(owner, outer);
        code.push("N");
        code.push(&qualifiers);
        code.append(name);
        code.push("E");
        code
    }

    /// Parameter types, and the return type in front where it is part of the name.
    fn bare_function_type(&mut self, function: &FunctionTy, with_return: bool) -> Code {
        let mut code = Code::default();
        if with_return {
            code.append(self.ty(function.ret));
        }
        if function.params.is_empty() && !function.variadic {
            code.push("v");
        }
        for &param in &function.params {
            // A parameter pack without elements leaves nothing.
            if !matches!(self.cx.types.kind(param), TyKind::Error) {
                code.append(self.ty(param));
            }
        }
        if function.variadic {
            code.push("z");
        }
        code
    }
}
