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

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::nominations::{MANY_DIRECTIVES, NominatedNames};
use crate::ast::ScopeId;
use crate::base::{CopyOnWrite, Name};

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

/// Where a class is in a chain of classes with one base each, none of them a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Chain {
    /// How many bases there are up to the root, which has none or several.
    depth: u32,
    /// A class further up.
    jump: ScopeId,
}

/// Chains of more bases are not walked.
const LONG_CHAIN: u32 = 32;

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
    /// For a class with one base.
    chain: Option<Chain>,
    /// A base is not known: any unqualified name may come from there.
    pub has_opaque_base: bool,
    /// Index of the token at which the definition of a class begins.
    begins_at: Option<u32>,
}

/// The scopes that a look-up has been in: mostly a few.
#[derive(Default)]
struct Seen {
    few: SmallVec<[ScopeId; 16]>,
    many: FxHashSet<ScopeId>,
}

impl Seen {
    fn insert(&mut self, id: ScopeId) {
        match self.few.len() < self.few.inline_size() {
            true => self.few.push(id),
            false => drop(self.many.insert(id)),
        }
    }

    fn contains(&self, id: ScopeId) -> bool {
        self.few.contains(&id) || self.many.contains(&id)
    }
}

/// All scopes of a translation unit.
#[derive(Clone)]
pub struct NameTable {
    scopes: CopyOnWrite<ScopeId, Scope>,
    /// Names of all member templates of all classes, with the first token that sees them: the
    /// parser does not know the type of `x` in `x.f<3>()`.
    member_templates: FxHashMap<Name, u32>,
    /// At which depths classes of chains of bases declare each name. Chains are told apart by their class below the root.
    declared_depths: FxHashMap<(Name, ScopeId), BTreeSet<u32>>,
    nominations: NominatedNames,
    global: ScopeId,
}

impl Default for NameTable {
    fn default() -> Self {
        NameTable::new()
    }
}

impl NameTable {
    pub fn new() -> NameTable {
        let mut scopes = CopyOnWrite::default();
        let global = scopes.push(Scope::new(ScopeKind::Namespace, None));
        NameTable {
            scopes,
            member_templates: FxHashMap::default(),
            declared_depths: FxHashMap::default(),
            nominations: NominatedNames::default(),
            global,
        }
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

    /// Whether nothing but classes are between `scope` and a namespace.
    pub fn is_outside_of_blocks(&self, mut scope: ScopeId) -> bool {
        while matches!(self.scopes[scope].kind, ScopeKind::Class | ScopeKind::TemplateParams) {
            let Some(parent) = self.scopes[scope].parent else { break };
            scope = parent;
        }
        self.scopes[scope].kind == ScopeKind::Namespace
    }

    pub fn is_block(&self, scope: ScopeId) -> bool {
        self.scopes[scope].kind == ScopeKind::Block
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
            match self.scopes[scope].kind {
                ScopeKind::Class => self.enter_in_chain(scope, name),
                ScopeKind::Namespace => self.nominations.declared(scope, name),
                ScopeKind::Enum | ScopeKind::TemplateParams | ScopeKind::Block => {}
            }
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
        if scope == target || self.nominations.has(scope, target) {
            return;
        }
        let directives = &self.scopes[scope].directives;
        let is_many = self.nominations.is_many(scope);
        if !is_many && directives.contains(&target) {
            return;
        }
        if directives.is_empty() {
            self.nominations.goes_on(scope);
        }
        // What is a member comes before what is nominated ([namespace.qual]).
        let is_member = self.scopes[target].parent == Some(scope) && !is_many;
        let place = if is_member { 0 } else { self.scopes[scope].directives.len() };
        self.scopes[scope].directives.insert(place, target);
        let first = match (is_many, self.scopes[scope].directives.len()) {
            (true, all) => all - 1,
            (false, all) if all > MANY_DIRECTIVES => 0,
            (false, _) => return,
        };
        for &target in &self.scopes[scope].directives[first..] {
            let nominated = &self.scopes[target];
            let names = nominated.names.keys().copied();
            self.nominations.nominate(scope, target, names, !nominated.directives.is_empty());
        }
    }

    /// `None` for a base that is not known.
    pub fn add_base(&mut self, class: ScopeId, base: Option<ScopeId>) {
        match base {
            Some(base) if base != class => {
                self.scopes[class].bases.push(base);
                self.scopes[class].chain = self.chain_to(base, class);
                // The class's own name is there already.
                let names: SmallVec<[Name; 4]> = self.scopes[class].names.keys().copied().collect();
                names.into_iter().for_each(|name| self.enter_in_chain(class, name));
            }
            Some(_) => {}
            None => self.scopes[class].has_opaque_base = true,
        }
    }

    /// The chain of a class with one base, if its members are its own and the base's alone.
    fn chain_to(&self, base: ScopeId, class: ScopeId) -> Option<Chain> {
        let is_plain = |id: ScopeId| {
            let scope = &self.scopes[id];
            let is_template = scope
                .parent
                .is_some_and(|parent| self.scopes[parent].kind == ScopeKind::TemplateParams);
            scope.kind == ScopeKind::Class && !is_template && scope.specializations.is_empty()
        };
        let has_one = self.scopes[class].bases.len() == 1;
        if !has_one || !is_plain(class) || !is_plain(base) {
            return None;
        }
        let depth = |id: ScopeId| self.scopes[id].chain.map_or(0, |chain| chain.depth);
        let jump = |id: ScopeId| self.scopes[id].chain.map_or(id, |chain| chain.jump);
        // Jumps of lengths that lead to any depth in a logarithm of steps (skew binary numbers).
        let (near, far) = (jump(base), jump(jump(base)));
        let is_even = depth(base) - depth(near) == depth(near) - depth(far);
        Some(Chain { depth: depth(base) + 1, jump: if is_even { far } else { base } })
    }

    /// The class so many bases above the root of a chain.
    fn at_depth(&self, mut id: ScopeId, depth: u32) -> ScopeId {
        while let Some(chain) = self.scopes[id].chain.filter(|chain| chain.depth > depth) {
            let jump = chain.jump;
            let reaches = self.scopes[jump].chain.map_or(0, |chain| chain.depth) >= depth;
            let base = self.scopes[id].bases.first().copied();
            id = if reaches { jump } else { base.unwrap_or(jump) };
        }
        id
    }

    /// Notes that a class of a chain declares a name.
    fn enter_in_chain(&mut self, class: ScopeId, name: Name) {
        if let Some(chain) = self.scopes[class].chain {
            let branch = self.at_depth(class, 1);
            self.declared_depths.entry((name, branch)).or_default().insert(chain.depth);
        }
    }

    /// What a name stands for in the nearest class of a chain that declares it, from `id` on to the root without it.
    fn in_chain(&self, name: Name, id: ScopeId, point: u32) -> Option<Binding> {
        let chain = self.scopes[id].chain?;
        let depths = self.declared_depths.get(&(name, self.at_depth(id, 1)))?;
        let mut nearest_first = depths.range(..=chain.depth).rev();
        nearest_first.find_map(|&depth| self.scopes[self.at_depth(id, depth)].own(name, point))
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
            } else if !scope.directives.is_empty() {
                directives.extend(self.nominated(id, name));
            }
            at = scope.parent;
        }
        None
    }

    /// The namespaces that directives of a scope nominate, of many those alone that may have the name.
    fn nominated(&self, scope: ScopeId, name: Name) -> SmallVec<[ScopeId; 8]> {
        match self.nominations.with_name(scope, name) {
            Some(nominated) => nominated,
            None => SmallVec::from_slice(&self.scopes[scope].directives),
        }
    }

    /// Qualified look-up: `scope::name`. In the scope itself, its specialisations, its bases, and
    /// (for namespaces) its using-directives, in this order.
    pub fn lookup_in(&self, name: Name, scope: ScopeId, point: u32) -> Option<Binding> {
        // Nearly all scopes have nothing but names of their own.
        let own = self.scopes[scope].own(name, point);
        if own.is_some() || !self.scopes[scope].has_further() {
            return own;
        }
        self.members_of_further(name, scope, point)
    }

    /// The rest of [`NameTable::lookup_in`], for a scope that does not have the name itself: depth
    /// first, in the order of the declarations.
    fn members_of_further(&self, name: Name, id: ScopeId, point: u32) -> Option<Binding> {
        let mut seen = Seen::default();
        let mut waiting: SmallVec<[ScopeId; 16]> = SmallVec::new();
        let mut next = Some(id);
        while let Some(id) = next {
            // Bases of bases: what has no other scopes to look in is passed over in a few steps.
            let depth = self.scopes[id].chain.map_or(0, |chain| chain.depth);
            if depth > LONG_CHAIN {
                let found = self.in_chain(name, id, point);
                if found.is_some() {
                    return found;
                }
                waiting.push(self.at_depth(id, 0));
            } else {
                seen.insert(id);
                let first = waiting.len();
                let scope = &self.scopes[id];
                waiting.extend(scope.specializations.iter().chain(&scope.bases).copied());
                if scope.kind == ScopeKind::Namespace {
                    waiting.extend(self.nominated(id, name));
                }
                waiting[first..].reverse();
            }
            next = None;
            while next.is_none()
                && let Some(id) = waiting.pop()
            {
                let found = self.scopes[id].own(name, point);
                if found.is_some() {
                    return found;
                }
                // A scope without further ones is not part of a cycle: there may be thousands.
                next = (self.scopes[id].has_further() && !seen.contains(id)).then_some(id);
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

    /// Whether a scope is nested in another.
    pub fn is_inside(&self, scope: ScopeId, outer: ScopeId) -> bool {
        self.is_ancestor(outer, scope)
    }

    /// Gives a name of a scope, declared before, other members.
    pub fn rebind(&mut self, scope: ScopeId, name: Name, members: ScopeId) {
        if let Some(binding) = self.scopes[scope].names.get_mut(&name) {
            binding.scope = Some(members);
        }
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
            chain: None,
            has_opaque_base: false,
            begins_at: None,
        }
    }

    /// What the name stands for in this scope alone, seen from the token `point`.
    fn own(&self, name: Name, point: u32) -> Option<Binding> {
        let binding = *self.names.get(&name)?;
        (self.kind != ScopeKind::Namespace || binding.declared_at <= point).then_some(binding)
    }

    /// Whether members may be found elsewhere too: in specialisations, bases or what directives nominate.
    fn has_further(&self) -> bool {
        let is_namespace = self.kind == ScopeKind::Namespace;
        !self.specializations.is_empty()
            || !self.bases.is_empty()
            || (is_namespace && !self.directives.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::{Binding, NameKind, NameTable, ScopeKind};
    use crate::ast::ScopeId;
    use crate::base::{Interner, Name};

    /// What the class or its bases, depth first, declare.
    fn walk(bases: &[Vec<usize>], declared: &[Vec<Name>], class: usize, name: Name) -> Option<u32> {
        if declared[class].contains(&name) {
            return Some(class as u32);
        }
        bases[class].iter().find_map(|&base| walk(bases, declared, base, name))
    }

    /// Chains of bases are passed over in steps; the answers are those of a walk.
    #[test]
    fn names_are_found_in_the_nearest_of_many_bases() {
        let mut interner = Interner::new();
        let names: Vec<Name> = (0..12).map(|i| interner.intern(&format!("n{i}"))).collect();
        let mut state = 1_u64;
        let mut draw = |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) % limit as u64) as usize
        };
        let mut table = NameTable::new();
        let mut scopes: Vec<ScopeId> = Vec::new();
        let (mut bases, mut declared) = (Vec::new(), Vec::new());
        for class in 0..600 {
            let scope = table.push_scope(ScopeKind::Class, table.global());
            // Long chains, some that branch, roots among them and classes of two bases.
            let near = class.min(3);
            let mut own_bases = Vec::new();
            if near > 0 && draw(200) > 0 {
                own_bases.push(class - 1 - draw(near));
            }
            if class > 10 && draw(150) == 0 {
                own_bases.push(draw(class - 5));
                own_bases.dedup();
            }
            for &base in &own_bases {
                table.add_base(scope, Some(scopes[base]));
            }
            let mut own = Vec::new();
            if draw(12) == 0 {
                own.push(names[draw(names.len())]);
            }
            for &name in &own {
                let (kind, at) = (NameKind::Value, class as u32);
                table.declare(scope, name, Binding { kind, scope: None, declared_at: at });
            }
            scopes.push(scope);
            bases.push(own_bases);
            declared.push(own);
        }
        for class in (0..600).step_by(7) {
            for &name in &names {
                let found = table.lookup_in(name, scopes[class], u32::MAX);
                let wanted = walk(&bases, &declared, class, name);
                assert_eq!(found.map(|found| found.declared_at), wanted, "class {class}");
            }
        }
    }
}
