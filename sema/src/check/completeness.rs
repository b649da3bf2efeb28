//! Where a class does not count as complete yet ([class.mem.general]/6, [temp.inst]/3).
//!
//! Members are resolved when they are asked for, long after the class has a layout. Code in the
//! class outside of its complete-class contexts
//! (bodies, default arguments, exception
//! specifications, default member initialisers) sees the class before its closing brace all the
//! same. [`Cx::before_brace`] resolves it so: while it runs, [`Cx::complete_class`] says of the
//! classes around the declaration that they are incomplete, and lookup in them goes on to work.
//!
//! Of a specialisation that holds for what is instantiated with it, its aliases, unscoped
//! enumerations and declarations, and not for initialisers and definitions of nested classes,
//! which are instantiated when they are needed.

use lang::ast::{self, DeclKind};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::enter::declared_name;
use crate::Cx;
use crate::entity::{ClassId, ClassState, Definition, Entity, EnumId, FunctionId, Owner, VarId};
use crate::lookup::LookupResult;
use crate::scope::{ScopeId, ScopeKind, TemplateHead};
use crate::template::pack::Pattern;
use crate::ty::{Args, TemplateArg, Ty, TyKind};

/// The classes that are incomplete at a declaration.
#[derive(Default)]
pub(crate) struct Around {
    /// Those that it stands in, innermost first.
    classes: SmallVec<[ClassId; 4]>,
    /// There are no others, whatever needs the declaration: it is not part of a template, so it was
    /// read before that.
    is_all: bool,
}

impl<'a> Cx<'a> {
    /// Runs `run` where the classes `around` it are not complete.
    pub(crate) fn before_brace<T>(
        &mut self,
        around: &Around,
        run: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = match around.is_all && !self.open_classes.is_empty() {
            true => std::mem::take(&mut self.open_classes),
            false => Vec::new(),
        };
        for &class in &outer {
            self.entities[class].n_open -= 1;
        }
        let n_outer = self.open_classes.len();
        self.open_classes.extend_from_slice(&around.classes);
        for &class in &around.classes {
            self.entities[class].n_open += 1;
        }
        let value = run(self);
        for &class in &around.classes {
            self.entities[class].n_open -= 1;
        }
        self.open_classes.truncate(n_outer);
        for &class in &outer {
            self.entities[class].n_open += 1;
        }
        self.open_classes.extend(outer);
        value
    }

    /// The classes that are incomplete in a declaration that `owner` has as a member: itself, and
    /// those that it is defined in unless they are specialisations, whose nested classes are
    /// instantiated later.
    pub(crate) fn incomplete_in_member(&self, owner: Owner) -> Around {
        let mut classes = SmallVec::new();
        let is_all = self.is_read_once(owner);
        let mut owner = owner;
        while let Owner::Class(class) = owner {
            let entity = &self.entities[class];
            let is_instantiated = entity.template.is_some() && !entity.is_explicit;
            let is_generic = entity.is_pattern || self.types.is_dependent(entity.ty);
            if is_generic || entity.closure.is_some() {
                break;
            }
            classes.push(class);
            if is_instantiated || self.is_templated(entity.owner) || self.is_defined_outside(class)
            {
                break;
            }
            owner = entity.owner;
        }
        Around { classes, is_all }
    }

    /// Whether members of `owner` are neither those of a template nor of a class in a body, so that
    /// nothing but the classes around them can be incomplete there.
    fn is_read_once(&self, owner: Owner) -> bool {
        let mut owner = owner;
        loop {
            match owner {
                Owner::Namespace(_) => return true,
                Owner::Function => return false,
                Owner::Class(class) => {
                    let entity = &self.entities[class];
                    let is_generic = entity.is_pattern || self.types.is_dependent(entity.ty);
                    if is_generic || entity.template.is_some() && !entity.is_explicit {
                        return false;
                    }
                    owner = entity.owner;
                }
            }
        }
    }

    /// Whether the members of a class that is being defined can be looked up.
    pub(crate) fn is_being_defined(&self, class: ClassId) -> bool {
        let entity = &self.entities[class];
        entity.n_open > 0 || entity.state == ClassState::InProgress
    }

    /// The classes that are incomplete in the bases and members of `class`, apart from itself.
    pub(crate) fn incomplete_in_definition(&self, class: ClassId) -> Around {
        let owner = self.entities[class].owner;
        match self.is_templated(Owner::Class(class)) || self.is_defined_outside(class) {
            true => Around::default(),
            false => self.incomplete_in_member(owner),
        }
    }

    /// The classes that are incomplete in the initialiser of a static data member.
    pub(crate) fn incomplete_in_initializer(&mut self, var: VarId) -> Around {
        if self.is_templated(self.entities[var].owner) {
            return Around::default();
        }
        let Some((template, _)) = self.entities[var].template else {
            return self.incomplete_in_type(var);
        };
        let written = self.variable_decl(self.entities[var].decl);
        match written.map(|written| &written.init) {
            Some(&(ast::Initializer::Copy(init) | ast::Initializer::List(init))) => {
                let entity = &self.entities[template];
                self.incomplete_in_part(entity.scope, entity.params.head, Pattern::Expr(init))
            }
            Some(ast::Initializer::Paren { .. } | ast::Initializer::None) | None => {
                Around::default()
            }
        }
    }

    /// The classes that are incomplete in the type that a static data member is declared with.
    pub(crate) fn incomplete_in_type(&self, var: VarId) -> Around {
        let variable = &self.entities[var];
        let is_outside = self
            .variable_decl(variable.decl)
            .is_none_or(|written| self.ast[written.name].is_qualified());
        // A specialisation of a member template is made where it is used.
        match is_outside || variable.template.is_some() {
            true => Around::default(),
            false => self.incomplete_in_member(variable.owner),
        }
    }

    /// The classes that are incomplete in the values of enumerators. A scoped enumeration of a
    /// specialisation is defined when it is needed.
    pub(crate) fn incomplete_in_enumerators(&self, id: EnumId) -> Around {
        let entity = &self.entities[id];
        let is_outside = match &self.ast[entity.decl].kind {
            DeclKind::Enum(e) => e.name.is_some_and(|name| self.ast[name].is_qualified()),
            _ => false,
        };
        match is_outside || entity.is_scoped && self.is_templated(entity.owner) {
            true => Around::default(),
            false => self.incomplete_in_member(entity.owner),
        }
    }

    /// The classes that are incomplete in the default argument of a parameter of a template that stands
    /// in `scope`.
    pub(crate) fn incomplete_in_default(
        &mut self,
        scope: ScopeId,
        head: TemplateHead,
        param: &ast::TemplateParam,
    ) -> Around {
        let pattern = match param.kind {
            ast::TemplateParamKind::Type { default, .. } => default.map(Pattern::Type),
            ast::TemplateParamKind::NonType { default, .. } => default.map(Pattern::Expr),
            ast::TemplateParamKind::Template { default, .. } => default.map(Pattern::Name),
            ast::TemplateParamKind::Invented { .. } => None,
        };
        pattern
            .map_or_else(Around::default, |pattern| self.incomplete_in_part(scope, head, pattern))
    }

    /// The classes that are incomplete in a part of the declaration of a member template, which stands
    /// in `scope`. Code that depends on the parameters of the template is instantiated where it is
    /// used.
    pub(crate) fn incomplete_in_part(
        &mut self,
        scope: ScopeId,
        head: TemplateHead,
        pattern: Pattern,
    ) -> Around {
        let ScopeKind::Class(class) = self.scopes[scope].kind else { return Around::default() };
        let around = self.incomplete_in_member(Owner::Class(class));
        if around.classes.is_empty() {
            return around;
        }
        let open = self.open_template_scope(scope, head);
        if self.is_dependent_in(open, pattern) { Around::default() } else { around }
    }

    /// The class whose closing brace a function is defined behind, if that has not been reached:
    /// bodies in a class count as written behind it ([class.mem.general]/6). Those of templates are
    /// instantiated where they are used.
    pub(crate) fn defined_behind(&self, function: FunctionId) -> Option<ClassId> {
        let function = &self.entities[function];
        let is_written = matches!(function.definition, Definition::Body(..));
        if !is_written || self.is_templated(function.owner) {
            return None;
        }
        let mut around = self.incomplete_in_member(function.owner).classes.into_iter();
        around.find(|&class| self.entities[class].n_open > 0)
    }

    /// Whether `scope` is in the definition of a class that is not complete: there its members so
    /// far are known ([expr.ref]/2).
    pub(crate) fn is_in_definition(&self, scope: ScopeId, class: ClassId) -> bool {
        self.is_being_defined(class)
            && self
                .scopes
                .chain(scope)
                .any(|scope| matches!(self.scopes[scope].kind, ScopeKind::Class(c) if c == class))
    }

    /// Whether `owner` is, or is defined in, a specialisation that was instantiated.
    fn is_templated(&self, owner: Owner) -> bool {
        let mut owner = owner;
        while let Owner::Class(class) = owner {
            let entity = &self.entities[class];
            if entity.template.is_some() {
                return !entity.is_explicit;
            }
            owner = entity.owner;
        }
        false
    }

    /// Whether a nested class is defined behind the class that it is a member of:
    /// `struct A::B { ... };`.
    fn is_defined_outside(&self, class: ClassId) -> bool {
        let written = self.entities[class].decl.and_then(|decl| self.class_decl(decl));
        written.and_then(|written| written.name).is_some_and(|name| self.ast[name].is_qualified())
    }

    /// Resolves what is instantiated with a specialisation ([temp.inst]/3) if an argument is a class
    /// that is not complete, so that it is not resolved once that class is.
    pub(crate) fn instantiate_declarations(&mut self, class: ClassId, written: &'a ast::ClassDecl) {
        let entity = &self.entities[class];
        let Some((_, args)) = entity.template else { return };
        let is_instantiated = !entity.is_pattern && !entity.is_explicit;
        if !is_instantiated {
            return;
        }
        if !self.unit.sources.in_system_file(entity.span.lo) {
            let is_using =
                |&member: &ast::DeclId| matches!(self.ast[member].kind, DeclKind::UsingDecl(_));
            for member in written.members.iter().copied().filter(is_using).collect::<Vec<_>>() {
                self.resolve_member(class, member);
            }
        }
        if !self.names_incomplete(args) {
            return;
        }
        for &member in &written.members {
            match &self.ast[member].kind {
                DeclKind::TypeAlias(_) | DeclKind::Function(_) => {
                    self.resolve_member(class, member);
                }
                DeclKind::Variable(_) => {
                    let declared = self.resolve_member(class, member);
                    for entity in declared.entities {
                        if let Entity::Variable(var) = entity {
                            self.resolve_variable(var);
                        }
                    }
                }
                DeclKind::Enum(written) if !written.is_scoped => {
                    self.resolve_member(class, member);
                    for &enumerator in &written.enumerators {
                        self.resolve_member(class, enumerator);
                    }
                }
                _ => {}
            }
        }
    }

    fn resolve_member(&mut self, class: ClassId, member: ast::DeclId) -> LookupResult {
        match declared_name(self.ast, member) {
            Some((name, _)) => self.lookup_own_member(class, name),
            None => LookupResult::default(),
        }
    }

    /// Whether template arguments name a class that is being defined.
    fn names_incomplete(&self, args: Args) -> bool {
        let mut seen = FxHashSet::default();
        let mut lists = vec![args];
        while let Some(args) = lists.pop() {
            for arg in self.types.list(args) {
                let ty = match arg {
                    TemplateArg::Type(ty) | TemplateArg::Value(_, ty) => *ty,
                    TemplateArg::Pack(args) => {
                        lists.push(*args);
                        continue;
                    }
                    _ => continue,
                };
                let Some(class) = self.class_within(ty) else { continue };
                let entity = &self.entities[class];
                if self.is_being_defined(class) {
                    return true;
                }
                if let Some((_, args)) = entity.template
                    && seen.insert(class)
                {
                    lists.push(args);
                }
            }
        }
        false
    }

    /// The class that a type is, points or refers to, or is an array of.
    fn class_within(&self, ty: Ty) -> Option<ClassId> {
        let mut ty = ty;
        loop {
            ty = match *self.types.kind(ty) {
                TyKind::Class(class) => return Some(class),
                TyKind::Qualified(inner, _)
                | TyKind::Pointer(inner)
                | TyKind::LRef(inner)
                | TyKind::RRef(inner)
                | TyKind::Array(inner, _) => inner,
                _ => return None,
            };
        }
    }
}
