//! Declarations of functions as a demangler prints them, made from the entities.
//!
//! In: a function. Out: what `c++filt` must make of its symbol:
//! `void ns::scale<float, 4>(float*, float const*)`. That is the check of `mangle`, so nothing here
//! goes through a symbol or through the mangler: the two share the program and no walk over it.
//! No other code asks for these texts, which may be as long as types are when written out.
//!
//! The conventions are those of GNU binutils: a type stands before its qualifiers, each operand in
//! parentheses, literals have suffixes, and the parameters of a template are replaced by their
//! arguments in the signature that the template was declared with.
//!
//! | prints | where |
//! |---|---|
//! | functions, names and their scopes | here |
//! | types, template arguments, constants | `ty` |
//! | expressions in dependent signatures | `expr` |

mod expr;
mod ty;

use lang::ast;

use crate::Cx;
use crate::entity::{
    ClassId, DeclName, Entity, EnumId, FunctionId, FunctionKind, NamespaceId, Owner, TemplateId,
    VarId,
};
use crate::scope::ScopeId;
use crate::ty::{FunctionTy, RefQualifier, TemplateArg, Ty};

/// What the symbol of a function demangles to.
pub fn function(cx: &mut Cx<'_>, function: FunctionId) -> String {
    let data = &cx.entities[function];
    if data.has_c_symbol() {
        return cx.show_name(data.name);
    }
    Printer { cx, args: Vec::new(), element: Some(0), pack_len: None }.function(function)
}

struct Printer<'c, 'a> {
    cx: &'c mut Cx<'a>,
    /// The arguments of the function template whose signature is printed.
    args: Vec<TemplateArg>,
    /// Which element of a pack its name stands for; `None` for all of them.
    element: Option<usize>,
    /// The length of the last pack that was named.
    pack_len: Option<usize>,
}

impl<'a> Printer<'_, 'a> {
    fn function(&mut self, function: FunctionId) -> String {
        let data = &self.cx.entities[function];
        let (template, kind, ty) = (data.template, data.kind, data.ty);
        let is_member = matches!(data.owner, Owner::Class(_));
        let own = self.cx.types.function_of(ty).cloned();
        let name = self.function_name(function);
        let signature = match template {
            Some((template, _)) => self.cx.template_signature(template).unwrap_or(ty),
            None => ty,
        };
        let args = match template {
            Some((_, args)) => self.cx.types.list(args).to_vec(),
            None => Vec::new(),
        };
        let outer = std::mem::replace(&mut self.args, args);
        let mut text = String::new();
        if let Some(signature) = self.cx.types.function_of(signature).cloned() {
            let qualifiers =
                own.filter(|_| is_member).map_or_else(String::new, |own| qualifiers(&own));
            let rest = format!("{name}{}{qualifiers}", self.parameters(&signature));
            text = match template {
                Some(_) if kind == FunctionKind::Ordinary => {
                    self.declarator(signature.ret, format!(" {rest}"), ty::Layer::Suffix)
                }
                _ => rest,
            };
        }
        self.args = outer;
        text
    }

    /// `(int, float*)`
    fn parameters(&mut self, function: &FunctionTy) -> String {
        let mut list = Vec::new();
        for &param in &function.params {
            list.extend(self.expanded(param));
        }
        if function.variadic {
            list.push("...".to_owned());
        }
        format!("({})", list.join(", "))
    }

    /// The name of a function with the scopes around it and its template arguments.
    fn function_name(&mut self, function: FunctionId) -> String {
        let data = &self.cx.entities[function];
        let (owner, outer, template) = (data.owner, data.outer, data.template);
        let (name, kind, ty) = (data.name, data.kind, data.ty);
        let mut text = self.scope(owner, outer);
        text.push_str(&self.unqualified_function(name, kind, owner, ty));
        if let Some((_, args)) = template {
            text.push_str(&self.template_args(args));
        }
        text
    }

    fn unqualified_function(
        &mut self,
        name: DeclName,
        kind: FunctionKind,
        owner: Owner,
        ty: Ty,
    ) -> String {
        let class = match owner {
            Owner::Class(class) => self.cx.entities[class].name.map(|name| self.cx.text(name)),
            Owner::Namespace(_) | Owner::Function => None,
        };
        match (name, kind) {
            (_, FunctionKind::Constructor) | (DeclName::Constructor, _) => {
                class.unwrap_or_default().to_owned()
            }
            (_, FunctionKind::Destructor) | (DeclName::Destructor, _) => {
                format!("~{}", class.unwrap_or_default())
            }
            (DeclName::Conversion, _) => {
                let ret = self.cx.types.function_of(ty).map_or(Ty::VOID, |ty| ty.ret);
                format!("operator {}", self.ty(ret))
            }
            (DeclName::Literal(name), _) => format!("operator\"\" {}", self.cx.text(name)),
            (DeclName::Identifier(_) | DeclName::Guide(_) | DeclName::Operator(_), _) => {
                self.cx.show_name(name)
            }
        }
    }

    /// `ns::Outer::`
    fn scope(&mut self, owner: Owner, outer: ScopeId) -> String {
        match owner {
            Owner::Namespace(namespace) => self.namespace(namespace),
            Owner::Class(class) => format!("{}::", self.class(class)),
            Owner::Function => match self.cx.scopes.enclosing_function(outer) {
                Some(function) => format!("{}::", self.function(function)),
                None => String::new(),
            },
        }
    }

    fn namespace(&self, namespace: NamespaceId) -> String {
        let data = &self.cx.entities[namespace];
        let Some(parent) = data.parent else { return String::new() };
        let name = data.name.map_or("(anonymous namespace)", |name| self.cx.text(name));
        format!("{}{name}::", self.namespace(parent))
    }

    fn class(&mut self, class: ClassId) -> String {
        let data = &self.cx.entities[class];
        let (owner, outer, template) = (data.owner, data.outer, data.template);
        let mut text = self.scope(owner, outer);
        text.push_str(&self.unqualified_class(class));
        if let Some((_, args)) = template {
            text.push_str(&self.template_args(args));
        }
        text
    }

    fn unqualified_class(&mut self, class: ClassId) -> String {
        let data = &self.cx.entities[class];
        match (data.name, &data.closure) {
            (Some(name), _) => self.cx.text(name).to_owned(),
            (None, Some(_)) => self.closure(class),
            (None, None) => self.unnamed(data.decl),
        }
    }

    /// The name that a *typedef* gives for linkage purposes ([dcl.typedef]/9).
    fn unnamed(&self, decl: Option<ast::DeclId>) -> String {
        let name = self.cx.ast.decls.values().find_map(|other| {
            let ast::DeclKind::TypeAlias(alias) = &other.kind else { return None };
            let aliased = &self.cx.ast[alias.ty];
            let names_it = matches!(aliased.kind, ast::TypeExprKind::Defined(defined)
                if Some(defined) == decl && aliased.cv == ast::Cv::default());
            names_it.then_some(alias.name.name)
        });
        name.map_or("{unnamed type#1}", |name| self.cx.text(name)).to_owned()
    }

    /// `{lambda(int)#2}`: numbered among the closures of a function with the same parameters.
    fn closure(&mut self, class: ClassId) -> String {
        let parameters = self.closure_parameters(class);
        let this = &self.cx.entities[class];
        let function = self.cx.scopes.enclosing_function(this.outer);
        let mut before = Vec::new();
        for (id, other) in self.cx.entities.classes.iter() {
            if other.closure.is_some()
                && other.span.lo < this.span.lo
                && self.cx.scopes.enclosing_function(other.outer) == function
            {
                before.push(id);
            }
        }
        before.retain(|&id| self.closure_parameters(id) == parameters);
        format!("{{lambda{parameters}#{}}}", before.len() + 1)
    }

    fn closure_parameters(&mut self, class: ClassId) -> String {
        let call = self.cx.entities[class].closure.as_ref().and_then(|it| it.call.clone());
        let ty = match call {
            Some(Entity::Function(function)) => Some(self.cx.entities[function].ty),
            Some(Entity::Template(template)) => self.cx.template_signature(template),
            _ => None,
        };
        // The parameters of a generic call operator have no arguments: `auto:1`.
        let outer = std::mem::take(&mut self.args);
        let text = match ty.and_then(|ty| self.cx.types.function_of(ty).cloned()) {
            Some(function) => self.parameters(&function),
            None => "()".to_owned(),
        };
        self.args = outer;
        text
    }

    fn enumeration(&mut self, id: EnumId) -> String {
        let data = &self.cx.entities[id];
        let (owner, scope) = (data.owner, data.scope);
        let name = match data.name {
            Some(name) => self.cx.text(name).to_owned(),
            None => self.unnamed(Some(data.decl)),
        };
        format!("{}{name}", self.scope(owner, scope))
    }

    fn template(&mut self, template: TemplateId) -> String {
        let data = &self.cx.entities[template];
        let (owner, scope, name) = (data.owner, data.scope, data.name);
        format!("{}{}", self.scope(owner, scope), self.cx.show_name(name))
    }

    fn variable(&mut self, var: VarId) -> String {
        let data = &self.cx.entities[var];
        let (owner, scope, name, template) = (data.owner, data.scope, data.name, data.template);
        let mut text = self.scope(owner, scope);
        text.push_str(self.cx.text(name));
        if let Some((_, args)) = template {
            text.push_str(&self.template_args(args));
        }
        text
    }
}

/// What stands behind the parameters of a member function: ` const &`.
fn qualifiers(function: &FunctionTy) -> String {
    let mut text = ty::cv(function.cv);
    match function.ref_qualifier {
        Some(RefQualifier::LValue) => text.push_str(" &"),
        Some(RefQualifier::RValue) => text.push_str(" &&"),
        None => {}
    }
    text
}
