//! Names and the scopes they are in: *nested-name*, *unscoped-name*, *local-name*,
//! *unnamed-type-name*, *operator-name* (Itanium C++ ABI 5.1.2 to 5.1.4).
//!
//! The prefix of a name is encoded bare. A caller that needs a whole name puts `N` and `E` around
//! it
//! when it is nested: a name in a namespace other than the global one and `std`, or in a class.

use lang::ast::{self, OverloadedOperator};

use super::Mangler;
use super::encoding::Code;
use crate::entity::{
    ClassId, DeclName, EnumId, FunctionId, FunctionKind, NamespaceId, Owner, TemplateId, VarId,
};
use crate::scope::ScopeId;
use crate::ty::Ty;

/// Templates of `std` that have an abbreviation of their own (5.1.9).
const STD_TEMPLATES: &[(&str, &str)] = &[("allocator", "Sa"), ("basic_string", "Sb")];

impl Mangler<'_, '_> {
    pub fn source_name(&self, name: &str) -> Code {
        Code::text(format!("{}{name}", name.len()))
    }

    /// What stands before a name in `owner`, and whether the name needs `N` and `E`.
    pub fn prefix(&mut self, owner: Owner, outer: ScopeId) -> (Code, bool) {
        match owner {
            Owner::Namespace(namespace) => {
                let is_unscoped = namespace == self.cx.global || self.is_std(namespace);
                (self.namespace(namespace), !is_unscoped)
            }
            Owner::Class(class) => (self.class_prefix(class), true),
            Owner::Function => (self.enclosing_function(outer), false),
        }
    }

    /// `Z function E` for what is local to a function.
    fn enclosing_function(&mut self, scope: ScopeId) -> Code {
        let mut code = Code::default();
        if let Some(function) = self.cx.scopes.enclosing_function(scope) {
            code.push("Z");
            code.append(self.encoding(function));
            code.push("E");
        }
        code
    }

    /// The `Z function E` that stands before the `N` of a name inside a local class.
    pub fn local_context(&mut self, owner: Owner, _outer: ScopeId) -> Code {
        let mut at = owner;
        while let Owner::Class(class) = at {
            let data = &self.cx.entities[class];
            if data.owner == Owner::Function {
                let outer = data.outer;
                return self.enclosing_function(outer);
            }
            at = data.owner;
        }
        Code::default()
    }

    fn is_in_local_class(&self, mut owner: Owner) -> bool {
        while let Owner::Class(class) = owner {
            owner = self.cx.entities[class].owner;
        }
        owner == Owner::Function
    }

    fn namespace(&mut self, namespace: NamespaceId) -> Code {
        if namespace == self.cx.global {
            return Code::default();
        }
        if self.is_std(namespace) {
            return Code::text("St");
        }
        let data = &self.cx.entities[namespace];
        let (name, parent) = (data.name, data.parent);
        let text = name.map_or("_GLOBAL__N_1", |name| self.cx.text(name));
        let mut code = parent.map_or_else(Code::default, |parent| self.namespace(parent));
        code.append(self.source_name(text));
        self.component(code)
    }

    pub fn is_std(&self, namespace: NamespaceId) -> bool {
        let data = &self.cx.entities[namespace];
        data.parent == Some(self.cx.global)
            && data.name.is_some_and(|name| self.cx.text(name) == "std")
    }

    /// A class as a type.
    pub fn class(&mut self, class: ClassId) -> Code {
        let (owner, outer) = (self.cx.entities[class].owner, self.cx.entities[class].outer);
        let prefix = self.class_component(class);
        let mut code = Code::default();
        let is_nested = match owner {
            Owner::Namespace(namespace) => namespace != self.cx.global && !self.is_std(namespace),
            Owner::Class(_) => true,
            Owner::Function => false,
        };
        if !is_nested {
            code.component(prefix);
        } else if self.is_in_local_class(owner) {
            code.append(self.local_context(owner, outer));
            code.push("N");
            code.component(prefix);
            code.push("E");
            return self.component(code);
        } else {
            code.nested(prefix);
        }
        code
    }

    /// A class as the prefix of what is in it, without the function that it is local to.
    fn class_prefix(&mut self, class: ClassId) -> Code {
        if self.cx.entities[class].owner == Owner::Function {
            return self.unqualified_class_name(class);
        }
        let component = self.class_component(class);
        let mut code = Code::default();
        code.component(component);
        code
    }

    fn class_component(&mut self, class: ClassId) -> super::Component {
        let data = &self.cx.entities[class];
        let (owner, outer, template) = (data.owner, data.outer, data.template);
        let code = match template {
            Some((template, args)) => {
                let mut code = self.template_prefix(template);
                code.append(self.template_args(args));
                code
            }
            None => {
                let (mut code, _) = self.prefix(owner, outer);
                code.append(self.unqualified_class_name(class));
                code
            }
        };
        self.intern(code)
    }

    /// The name of a template, bare, as what its arguments stand behind.
    pub fn template_prefix(&mut self, template: TemplateId) -> Code {
        let data = &self.cx.entities[template];
        let (owner, scope, name) = (data.owner, data.scope, data.name);
        let DeclName::Identifier(name) = name else { return Code::default() };
        let text = self.cx.text(name);
        if let Owner::Namespace(namespace) = owner
            && self.is_std(namespace)
            && let Some((_, short)) = STD_TEMPLATES.iter().find(|(name, _)| *name == text)
        {
            return Code::text(*short);
        }
        let (mut code, _) = self.prefix(owner, scope);
        code.append(self.source_name(text));
        self.component(code)
    }

    /// The name of a template as a template argument.
    pub fn template_name(&mut self, template: TemplateId) -> Code {
        let data = &self.cx.entities[template];
        let (owner, scope) = (data.owner, data.scope);
        let (_, is_nested) = self.prefix(owner, scope);
        let prefix = self.template_prefix(template);
        if !is_nested {
            return prefix;
        }
        // The component of a nested name is the bare prefix.
        let component = self.intern_of(prefix);
        let mut code = Code::default();
        code.nested(component);
        code
    }

    /// A code that is a single component already.
    fn intern_of(&mut self, code: Code) -> super::Component {
        match code.single() {
            Some(component) => component,
            None => self.intern(code),
        }
    }

    pub fn enumeration(&mut self, id: EnumId) -> Code {
        let data = &self.cx.entities[id];
        let (owner, scope, name, decl) = (data.owner, data.scope, data.name, data.decl);
        let (mut code, is_nested) = self.prefix(owner, scope);
        let unqualified = match name {
            Some(name) => self.source_name(self.cx.text(name)),
            None => self.unnamed_type(Some(decl), owner),
        };
        code.append(unqualified);
        let component = self.intern(code);
        let mut code = Code::default();
        if is_nested {
            code.nested(component);
        } else {
            code.component(component);
        }
        code
    }

    fn unqualified_class_name(&mut self, class: ClassId) -> Code {
        let data = &self.cx.entities[class];
        if let Some(name) = data.name {
            let mut code = self.source_name(self.cx.text(name));
            if data.owner == Owner::Function {
                code.push(&self.local_discriminator(class));
            }
            return code;
        }
        if data.closure.is_some() {
            return self.closure_name(class);
        }
        let (decl, owner) = (data.decl, data.owner);
        self.unnamed_type(decl, owner)
    }

    /// `_0` for the second class of a name in one function, and so on.
    fn local_discriminator(&self, class: ClassId) -> String {
        let this = &self.cx.entities[class];
        let function = self.cx.scopes.enclosing_function(this.outer);
        let is_like = |other: &crate::entity::Class| {
            other.owner == Owner::Function
                && other.name == this.name
                && other.span.lo < this.span.lo
                && self.cx.scopes.enclosing_function(other.outer) == function
        };
        match self.cx.entities.classes.values().filter(|other| is_like(other)).count() {
            0 => String::new(),
            number => format!("_{}", number - 1),
        }
    }

    /// `Ul parameters E_`: closures of one function are numbered among those with the same
    /// parameters.
    fn closure_name(&mut self, class: ClassId) -> Code {
        let signature = self.closure_signature(class);
        let this = &self.cx.entities[class];
        let (span, function) = (this.span, self.cx.scopes.enclosing_function(this.outer));
        let before: Vec<ClassId> = self
            .cx
            .entities
            .classes
            .iter()
            .filter(|(_, other)| {
                other.closure.is_some()
                    && other.span.lo < span.lo
                    && self.cx.scopes.enclosing_function(other.outer) == function
            })
            .map(|(id, _)| id)
            .collect();
        let alike = before.into_iter().filter(|&id| self.closure_signature(id) == signature);
        let number = alike.count();
        let mut code = Code::text("Ul");
        code.append(signature);
        code.push("E");
        code.push(&discriminator(number));
        code
    }

    fn closure_signature(&mut self, class: ClassId) -> Code {
        let call =
            self.cx.entities[class].closure.as_ref().and_then(|closure| closure.call.clone());
        let ty = match call {
            Some(crate::entity::Entity::Function(function)) => Some(self.cx.entities[function].ty),
            Some(crate::entity::Entity::Template(template)) => self.cx.template_signature(template),
            _ => None,
        };
        match ty.and_then(|ty| self.cx.types.function_of(ty).cloned()) {
            Some(function) => self.bare_function_type(&function, false),
            None => Code::text("v"),
        }
    }

    /// The name that a *typedef* gives for linkage purposes ([dcl.typedef]/9), or `Ut_`, `Ut0_`, ...
    /// in the order of the class, elsewhere of the file.
    fn unnamed_type(&mut self, decl: Option<ast::DeclId>, owner: Owner) -> Code {
        let Some(decl) = decl else { return Code::text("Ut_") };
        let mut number = 0;
        for (id, other) in self.cx.ast.decls.iter() {
            match &other.kind {
                ast::DeclKind::TypeAlias(alias) => {
                    let aliased = &self.cx.ast[alias.ty];
                    if matches!(aliased.kind, ast::TypeExprKind::Defined(defined) if defined == decl)
                        && aliased.cv == ast::Cv::default()
                    {
                        return self.source_name(self.cx.text(alias.name.name));
                    }
                }
                ast::DeclKind::Class(class) if class.name.is_none() && id < decl => number += 1,
                ast::DeclKind::Enum(class) if class.name.is_none() && id < decl => number += 1,
                _ => {}
            }
        }
        if matches!(owner, Owner::Class(_)) {
            let entities = &self.cx.entities;
            let classes = entities.classes.values().filter(|it| it.closure.is_none());
            let classes = classes.map(|it| (it.owner, it.name, it.decl));
            let enums = entities.enums.values().map(|it| (it.owner, it.name, Some(it.decl)));
            let before = classes.chain(enums).filter(|&(of, name, other)| {
                of == owner && name.is_none() && other.is_some_and(|other| other < decl)
            });
            number = before.count();
        }
        Code::text(format!("Ut{}", discriminator(number)))
    }

    /// The last part of a function's name.
    pub fn unqualified_function_name(&mut self, function: FunctionId) -> Code {
        let data = &self.cx.entities[function];
        let operands = data.params.len()
            + usize::from(matches!(data.owner, Owner::Class(_)) && !data.is_static);
        match (data.name, data.kind) {
            (_, FunctionKind::Constructor) | (DeclName::Constructor, _) => Code::text("C1"),
            (_, FunctionKind::Destructor) | (DeclName::Destructor, _) => Code::text("D1"),
            (DeclName::Conversion, _) => {
                let ret = self.cx.types.function_of(data.ty).map_or(Ty::VOID, |ty| ty.ret);
                let mut code = Code::text("cv");
                code.append(self.ty(ret));
                code
            }
            (DeclName::Identifier(name) | DeclName::Guide(name), _) => {
                self.source_name(self.cx.text(name))
            }
            (DeclName::Operator(op), _) => Code::text(operator_name(op, operands)),
            (DeclName::Literal(name), _) => {
                let mut code = Code::text("li");
                code.append(self.source_name(self.cx.text(name)));
                code
            }
        }
    }

    /// The name of a variable with static storage, template arguments included.
    pub fn variable_name(&mut self, var: VarId) -> Code {
        self.marked_variable_name(var, "")
    }

    /// The same with a mark before the last part.
    pub fn marked_variable_name(&mut self, var: VarId, mark: &str) -> Code {
        let data = &self.cx.entities[var];
        let (owner, scope, template, name) = (data.owner, data.scope, data.template, data.name);
        let text = self.cx.text(name);
        let (mut code, is_nested) = self.prefix(owner, scope);
        code.push(mark);
        code.append(self.source_name(text));
        if let Some((_, args)) = template {
            code = self.component(code);
            code.append(self.template_args(args));
        }
        if !is_nested {
            return code;
        }
        let mut whole = self.local_context(owner, scope);
        whole.push("N");
        whole.append(code);
        whole.push("E");
        whole
    }
}

/// `_` for the first, `0_` for the second.
fn discriminator(number: usize) -> String {
    match number {
        0 => "_".to_owned(),
        number => format!("{}_", number - 1),
    }
}

/// The code of an overloaded operator; some have one as a unary operator and one as a binary.
pub fn operator_name(op: OverloadedOperator, operands: usize) -> &'static str {
    let is_unary = operands == 1;
    match op {
        OverloadedOperator::New => "nw",
        OverloadedOperator::NewArray => "na",
        OverloadedOperator::Delete => "dl",
        OverloadedOperator::DeleteArray => "da",
        OverloadedOperator::CoAwait => "aw",
        OverloadedOperator::Call => "cl",
        OverloadedOperator::Subscript => "ix",
        OverloadedOperator::Arrow => "pt",
        OverloadedOperator::ArrowStar => "pm",
        OverloadedOperator::Comma => "cm",
        OverloadedOperator::Not => "nt",
        OverloadedOperator::BitNot => "co",
        OverloadedOperator::Plus if is_unary => "ps",
        OverloadedOperator::Plus => "pl",
        OverloadedOperator::Minus if is_unary => "ng",
        OverloadedOperator::Minus => "mi",
        OverloadedOperator::Star if is_unary => "de",
        OverloadedOperator::Star => "ml",
        OverloadedOperator::Slash => "dv",
        OverloadedOperator::Percent => "rm",
        OverloadedOperator::Caret => "eo",
        OverloadedOperator::Amp if is_unary => "ad",
        OverloadedOperator::Amp => "an",
        OverloadedOperator::Pipe => "or",
        OverloadedOperator::Shl => "ls",
        OverloadedOperator::Shr => "rs",
        OverloadedOperator::Assign => "aS",
        OverloadedOperator::PlusAssign => "pL",
        OverloadedOperator::MinusAssign => "mI",
        OverloadedOperator::StarAssign => "mL",
        OverloadedOperator::SlashAssign => "dV",
        OverloadedOperator::PercentAssign => "rM",
        OverloadedOperator::CaretAssign => "eO",
        OverloadedOperator::AmpAssign => "aN",
        OverloadedOperator::PipeAssign => "oR",
        OverloadedOperator::ShlAssign => "lS",
        OverloadedOperator::ShrAssign => "rS",
        OverloadedOperator::Equal => "eq",
        OverloadedOperator::NotEqual => "ne",
        OverloadedOperator::Less => "lt",
        OverloadedOperator::Greater => "gt",
        OverloadedOperator::LessEqual => "le",
        OverloadedOperator::GreaterEqual => "ge",
        OverloadedOperator::Spaceship => "ss",
        OverloadedOperator::AndAnd => "aa",
        OverloadedOperator::OrOr => "oo",
        OverloadedOperator::Increment => "pp",
        OverloadedOperator::Decrement => "mm",
    }
}
