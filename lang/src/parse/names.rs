//! The declared-names table: what kind of thing a name is, as far as the grammar depends on it.
//!
//! C++ cannot be parsed without knowing whether `a` in `a < b > (c)` or `a * b;` is a template, a
//! type or a value. This table answers exactly that and nothing more: it follows namespaces,
//! classes with their bases, using-directives and -declarations, aliases and blocks, but knows no
//! types, overloads or specialisations. Its answers steer the parser; what a name denotes is found
//! by `sema`, by the real rules.
//!
//! Deliberate simplifications, all on the side of finding a name:
//! * the explicit and partial specialisations of a class template share one pool of member names
//!   that is asked after the primary template;
//! * names from a using-directive are visible as if declared in the nearest namespaces outside of
//!   it, without the check for ambiguity.
//!
//! A body is parsed long after its surroundings, so entries of namespaces remember the token at
//! which they were declared, and a look-up says from which token it looks ([`NameTable::lookup`]).
//! Class scopes are complete when bodies are parsed (`[class.mem.general]/6`), block scopes are
//! filled in order.

use cranelift_entity::PrimaryMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::ast::ScopeId;
use crate::base::Name;

/// What the grammar needs to know of a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NameKind {
    Namespace,
    /// A class, enum, alias or type parameter.
    Type,
    /// A class template, alias template or template template parameter.
    TypeTemplate,
    /// Functions, none of them a template.
    Function,
    /// Functions, one of them at least a template.
    FunctionTemplate,
    VariableTemplate,
    Concept,
    /// A variable, parameter, enumerator or non-type template parameter.
    Value,
}

/// What a name stands for in one scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Binding {
    pub kind: NameKind,
    /// The members of a namespace, class or enum, where they are known. A type without a scope is
    /// opaque: a type parameter, or an alias of something that depends on one.
    pub scope: Option<ScopeId>,
    /// Index of the token of the first declaration.
    pub declared_at: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScopeKind {
    Namespace,
    Class,
    Enum,
    TemplateParams,
    /// Function parameters, blocks, and what else holds names for a stretch of code.
    Block,
}

/// One scope.
#[derive(Clone)]
pub struct Scope {
    pub kind: ScopeKind,
    pub parent: Option<ScopeId>,
    names: FxHashMap<Name, Binding>,
    /// Using-directives and inline namespaces.
    directives: Vec<ScopeId>,
    /// Bases of a class; for the scope of a member defined outside its class, that class.
    bases: Vec<ScopeId>,
    /// Where the specialisations of a class template put their members.
    specializations: Vec<ScopeId>,
    /// A base is not known: any unqualified name may come from there.
    pub has_opaque_base: bool,
    /// Index of the token at which the definition of a class begins.
    begins_at: Option<u32>,
}

/// All scopes of a translation unit.
#[derive(Clone)]
pub struct NameTable {
    scopes: PrimaryMap<ScopeId, Scope>,
    /// Names of all member templates of all classes, with the first token that sees them: the
    /// parser does not know the type of `x` in `x.f<3>()`.
    member_templates: FxHashMap<Name, u32>,
    global: ScopeId,
}

impl Default for NameTable {
    fn default() -> Self {
        NameTable::new()
    }
}

impl NameTable {
    pub fn new() -> NameTable {
        let mut scopes = PrimaryMap::new();
        let global = scopes.push(Scope::new(ScopeKind::Namespace, None));
        NameTable { scopes, member_templates: FxHashMap::default(), global }
    }

    pub fn global(&self) -> ScopeId {
        self.global
    }

    pub fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id]
    }

    pub fn push_scope(&mut self, kind: ScopeKind, parent: ScopeId) -> ScopeId {
        self.scopes.push(Scope::new(kind, Some(parent)))
    }

    /// Moves a class scope that a forward declaration made to where the class is defined.
    pub fn set_parent(&mut self, scope: ScopeId, parent: ScopeId) {
        // A scope around `parent` must not become its child.
        if scope != parent && !self.is_ancestor(scope, parent) {
            self.scopes[scope].parent = Some(parent);
        }
    }

    /// The scope that a declaration in `scope` goes to: past the template parameters.
    pub fn declaring_scope(&self, mut scope: ScopeId) -> ScopeId {
        while self.scopes[scope].kind == ScopeKind::TemplateParams {
            let Some(parent) = self.scopes[scope].parent else { break };
            scope = parent;
        }
        scope
    }

    /// The innermost namespace around `scope`.
    pub fn enclosing_namespace(&self, mut scope: ScopeId) -> ScopeId {
        while self.scopes[scope].kind != ScopeKind::Namespace {
            let Some(parent) = self.scopes[scope].parent else { break };
            scope = parent;
        }
        scope
    }

    /// Enters a name into exactly this scope. Redeclarations and overloads merge.
    pub fn declare(&mut self, scope: ScopeId, name: Name, binding: Binding) {
        use NameKind::*;
        if self.scopes[scope].kind == ScopeKind::Class
            && matches!(binding.kind, FunctionTemplate | VariableTemplate | TypeTemplate)
        {
            let from = self.complete_from(scope).unwrap_or(binding.declared_at);
            let known = self.member_templates.entry(name).or_insert(from);
            *known = from.min(*known);
        }
        let Some(old) = self.scopes[scope].names.get_mut(&name) else {
            self.scopes[scope].names.insert(name, binding);
            return;
        };
        match (old.kind, binding.kind) {
            (a, b) if a == b => old.scope = old.scope.or(binding.scope),
            // Overload sets: one template makes `f<` a template argument list.
            (FunctionTemplate, Function) => {}
            // A class or enum name is hidden by a value of the same name.
            (Function | FunctionTemplate | Value, Type) => {}
            _ => *old = binding,
        }
    }

    /// Makes `target`'s names visible in `scope`: a using-directive or inline namespace.
    pub fn add_directive(&mut self, scope: ScopeId, target: ScopeId) {
        if scope != target && !self.scopes[scope].directives.contains(&target) {
            self.scopes[scope].directives.push(target);
        }
    }

    /// `None` for a base that is not known.
    pub fn add_base(&mut self, class: ScopeId, base: Option<ScopeId>) {
        match base {
            Some(base) if base != class => self.scopes[class].bases.push(base),
            Some(_) => {}
            None => self.scopes[class].has_opaque_base = true,
        }
    }

    pub fn add_specialization(&mut self, template: ScopeId, specialization: ScopeId) {
        self.scopes[template].specializations.push(specialization);
    }

    /// Says where the definition of a class begins.
    pub fn begin_class(&mut self, class: ScopeId, at: u32) {
        self.scopes[class].begins_at = Some(at);
    }

    /// The token from which bodies see all members of a class, `[class.mem.general]/6`: where the
    /// outermost class around it begins.
    fn complete_from(&self, class: ScopeId) -> Option<u32> {
        std::iter::successors(Some(class), |&id| self.scopes[id].parent)
            .map(|id| &self.scopes[id])
            .take_while(|scope| matches!(scope.kind, ScopeKind::Class | ScopeKind::TemplateParams))
            .filter_map(|scope| scope.begins_at)
            .last()
    }

    /// Whether some class has a member template of this name that the token `point` sees.
    pub fn is_member_template(&self, name: Name, point: u32) -> bool {
        self.member_templates.get(&name).is_some_and(|&from| from <= point)
    }

    /// The names of an unscoped enum or of `using enum`, for the scope around it.
    pub fn import_all(&mut self, from: ScopeId, into: ScopeId) {
        let mut bindings: Vec<(Name, Binding)> =
            self.scopes[from].names.iter().map(|(&name, &binding)| (name, binding)).collect();
        bindings.sort_by_key(|&(name, _)| name);
        for (name, binding) in bindings {
            self.declare(into, name, binding);
        }
    }

    /// Unqualified look-up from `scope`, seeing the declarations of namespaces up to the token
    /// `point`.
    pub fn lookup(&self, name: Name, scope: ScopeId, point: u32) -> Option<Binding> {
        let mut directives: Vec<ScopeId> = Vec::new();
        let mut at = Some(scope);
        while let Some(id) = at {
            let scope = &self.scopes[id];
            let found = self.lookup_in(name, id, point);
            if found.is_some() {
                return found;
            }
            if scope.kind == ScopeKind::Namespace {
                for &target in &directives {
                    let found = self.lookup_in(name, target, point);
                    if found.is_some() {
                        return found;
                    }
                }
            } else {
                directives.extend(&scope.directives);
            }
            at = scope.parent;
        }
        None
    }

    /// Qualified look-up: `scope::name`. In the scope itself, its specialisations, its bases, and
    /// (for namespaces) its using-directives, in this order.
    pub fn lookup_in(&self, name: Name, scope: ScopeId, point: u32) -> Option<Binding> {
        // Nearly all scopes have nothing but names of their own.
        let own = self.scopes[scope].own(name, point);
        if own.is_some() || !self.scopes[scope].has_further() {
            return own;
        }
        self.members_of_further(name, scope, point, &mut SmallVec::new())
    }

    /// The rest of [`NameTable::lookup_in`], for a scope that does not have the name itself.
    fn members_of_further(
        &self,
        name: Name,
        id: ScopeId,
        point: u32,
        seen: &mut SmallVec<[ScopeId; 16]>,
    ) -> Option<Binding> {
        seen.push(id);
        for next in self.scopes[id].further() {
            let found = self.scopes[next].own(name, point);
            if found.is_some() {
                return found;
            }
            // A scope without further ones is no part of a cycle: there may be thousands.
            if self.scopes[next].has_further() && !seen.contains(&next) {
                let found = self.members_of_further(name, next, point, seen);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Whether a base somewhere between `scope` and its namespace is unknown, so that an
    /// unqualified name that is not found may be its member.
    pub fn is_in_opaque_class(&self, scope: ScopeId) -> bool {
        let mut at = Some(scope);
        while let Some(id) = at {
            let scope = &self.scopes[id];
            if scope.has_opaque_base
                || scope.bases.iter().any(|&base| self.scopes[base].has_opaque_base)
            {
                return true;
            }
            at = scope.parent;
        }
        false
    }

    /// The scope for the rest of a declaration of a member of `class` from outside of it: what is
    /// visible at `scope`, and before that the members of the class and of the namespaces and
    /// classes that it is nested in.
    pub fn enter_member_scope(&mut self, scope: ScopeId, class: ScopeId) -> ScopeId {
        let mut around = Vec::new();
        let mut at = Some(class);
        while let Some(id) = at {
            if id == scope || self.is_ancestor(id, scope) {
                break;
            }
            if self.scopes[id].kind != ScopeKind::TemplateParams {
                around.push(id);
            }
            at = self.scopes[id].parent;
        }
        let mut inner = scope;
        for id in around.into_iter().rev() {
            inner = self.push_scope(ScopeKind::Block, inner);
            self.scopes[inner].bases.push(id);
        }
        inner
    }

    fn is_ancestor(&self, ancestor: ScopeId, scope: ScopeId) -> bool {
        let mut at = self.scopes[scope].parent;
        while let Some(id) = at {
            if id == ancestor {
                return true;
            }
            at = self.scopes[id].parent;
        }
        false
    }
}

impl Scope {
    fn new(kind: ScopeKind, parent: Option<ScopeId>) -> Scope {
        Scope {
            kind,
            parent,
            names: FxHashMap::default(),
            directives: Vec::new(),
            bases: Vec::new(),
            specializations: Vec::new(),
            has_opaque_base: false,
            begins_at: None,
        }
    }

    /// What the name stands for in this scope alone, seen from the token `point`.
    fn own(&self, name: Name, point: u32) -> Option<Binding> {
        let binding = *self.names.get(&name)?;
        (self.kind != ScopeKind::Namespace || binding.declared_at <= point).then_some(binding)
    }

    /// Where the members go on that are not this scope's own.
    fn further(&self) -> impl Iterator<Item = ScopeId> + '_ {
        let is_namespace = self.kind == ScopeKind::Namespace;
        let directives: &[ScopeId] = if is_namespace { &self.directives } else { &[] };
        self.specializations.iter().chain(&self.bases).chain(directives).copied()
    }

    fn has_further(&self) -> bool {
        self.further().next().is_some()
    }
}
