//! Facts from other programs that begin with the same headers: constraints that hold, and warnings of functions that do not apply.
//!
//! In: a template of a system header with arguments that such headers and the language define. Out: whether another program found
//! that its constraints hold, and that calls deserve no warning.
//!
//! A fact says what it is about by ids of declarations that all these programs have in common. A program adds what it found once it
//! is checked and nothing was reported: what it instantiated on the way was checked, too, and is fine. A constraint
//! that does not hold is evaluated again, for the message.
//!
//! Invariant: a fact is the same in each program that asks for it. So a program whose declarations could change what headers mean neither
//! asks nor adds: one that declares in a namespace of the headers, specialises templates at global scope, or has there a
//! function that argument-dependent lookup from a header could find. Nor does anything that is evaluated while a class is
//! incomplete, or close to the limits of instantiation.

use lang::ast::{DeclId, DeclKind, Spaces};
use lang::base::Facts;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::Cx;
use crate::check::enter::declared_name;
use crate::constexpr::value::Value;
use crate::cx::{MAX_INSTANTIATION_DEPTH, MAX_INSTANTIATIONS};
use crate::entity::{ClassId, DeclName, FunctionId, Owner, TemplateId};
use crate::ty::{Args, ArrayLen, TemplateArg, TemplateRef, Ty, TyKind};

/// That something is so of a template with some arguments, in numbers that other programs understand.
pub(crate) type Fact = SmallVec<[u32; 32]>;

/// What a program has to do with the facts of others.
#[derive(Default)]
pub(crate) struct SharedFacts {
    /// Whether it asks and adds, once asked.
    is_used: Option<bool>,
    /// What it found.
    found: Vec<Box<[u32]>>,
}

impl Cx<'_> {
    /// The fact that the constraints of a template hold, if it is one for other programs, too.
    pub(crate) fn fact_of(&mut self, template: TemplateId, args: Args) -> Option<Fact> {
        self.fact_about(0, template, args)
    }

    /// The fact that a warning of a specialisation, by its number, is not for its calls.
    pub(crate) fn fact_of_warning(&mut self, function: FunctionId, number: usize) -> Option<Fact> {
        let (template, args) = self.entities[function].template?;
        self.fact_about(number as u32 + 1, template, args)
    }

    fn fact_about(&mut self, what: u32, template: TemplateId, args: Args) -> Option<Fact> {
        if self.unit.ast.decls.n_shared() == 0 || !self.uses_facts() {
            return None;
        }
        let is_far_from_limits = self.depth() < MAX_INSTANTIATION_DEPTH / 4
            && self.n_instantiations < MAX_INSTANTIATIONS / 4;
        if self.n_in_progress > 0 || !self.open_classes.is_empty() || !is_far_from_limits {
            return None;
        }
        let mut fact = Fact::new();
        let (major, minor) = self.options.release.numbers();
        fact.extend([what, major, minor]);
        let options = [self.options.simt_preview, self.options.relaxed_constexpr];
        fact.extend(options.map(u32::from));
        self.add_template(template, &mut fact)?;
        self.add_args(args, &mut fact)?;
        (fact.len() <= Facts::LONGEST).then_some(fact)
    }

    pub(crate) fn is_known_fact(&self, fact: &Option<Fact>) -> bool {
        fact.as_ref().is_some_and(|fact| self.unit.facts.has(fact))
    }

    /// Notes what was found.
    pub(crate) fn note_fact(&mut self, fact: Option<Fact>) {
        self.shared_facts.found.extend(fact.map(|fact| fact.into_boxed_slice()));
    }

    /// Tells other programs what was found, at the end of the check.
    pub(crate) fn share_facts(&mut self) {
        let found = std::mem::take(&mut self.shared_facts.found);
        let is_complete = !self.gave_up && !self.check.set_aside.has_missing();
        if !found.is_empty() && is_complete && self.n_reported() == 0 {
            self.unit.facts.extend(found);
        }
    }

    /// Whether the facts of other programs hold in this one, and the other way round.
    fn uses_facts(&mut self) -> bool {
        if let Some(known) = self.shared_facts.is_used {
            return known;
        }
        let options = &self.options;
        let is_plain = !options.record_uses && !options.has_missing_headers && !options.is_misread;
        let is_used = is_plain && self.leaves_headers_alone();
        self.shared_facts.is_used = Some(is_used);
        is_used
    }

    /// Whether nothing that the program declares can change what a header means by something of its own.
    fn leaves_headers_alone(&self) -> bool {
        let ast = self.ast;
        let (of_headers, own): (Vec<DeclId>, Vec<DeclId>) =
            self.unit.decls.iter().copied().partition(|&decl| self.is_shared(decl));
        let namespace = |&decl: &DeclId| match &ast[decl].kind {
            DeclKind::Namespace(namespace) => namespace.name.map(|name| name.name),
            _ => None,
        };
        let namespaces: FxHashSet<_> = of_headers.iter().filter_map(namespace).collect();
        let mut rest = own;
        while let Some(decl) = rest.pop() {
            let is_harmless = match &ast[decl].kind {
                DeclKind::Namespace(namespace) => match namespace.name {
                    Some(name) if !namespace.is_inline => !namespaces.contains(&name.name),
                    // The members are those of the global namespace, too.
                    _ => {
                        rest.extend(&namespace.decls);
                        true
                    }
                },
                DeclKind::LinkageSpec(linkage) => {
                    rest.extend(&linkage.decls);
                    true
                }
                DeclKind::Function(_)
                | DeclKind::Class(_)
                | DeclKind::Enum(_)
                | DeclKind::Template(_)
                | DeclKind::Variable(_) => self.is_beside_headers(decl),
                DeclKind::NamespaceAlias { .. }
                | DeclKind::UsingDirective(_)
                | DeclKind::UsingEnum(_)
                | DeclKind::TypeAlias(_)
                | DeclKind::Concept { .. }
                | DeclKind::StaticAssert { .. }
                | DeclKind::ExplicitInstantiation { .. }
                | DeclKind::Empty
                | DeclKind::Asm(_) => true,
                _ => false,
            };
            if !is_harmless {
                return false;
            }
        }
        self.index.qualified.values().flatten().all(|entry| self.is_shared(entry.decl))
    }

    /// Whether a declaration at global scope is none of what headers could find there.
    fn is_beside_headers(&self, decl: DeclId) -> bool {
        let inner = self.ast.templated(decl);
        let Some((name, written)) = declared_name(self.ast, decl) else {
            // A class without a name.
            return matches!(self.ast[inner].kind, DeclKind::Class(_) | DeclKind::Enum(_));
        };
        // A specialisation.
        if written.is_some_and(|written| self.ast[written].last.args.is_some()) {
            return false;
        }
        match &self.ast[inner].kind {
            DeclKind::Function(function) => match name {
                DeclName::Identifier(name) => {
                    function.specs.spaces.has(Spaces::TILE_GLOBAL)
                        || name.index() >= self.names.n_shared()
                }
                _ => false,
            },
            DeclKind::DeductionGuide(_) => false,
            _ => true,
        }
    }

    fn is_shared(&self, decl: DeclId) -> bool {
        decl.as_u32() < self.ast.decls.n_shared() as u32
    }

    /// Adds the number of a declaration of a system header that programs have in common. In the bodies of other headers there
    /// are warnings, which depend on all specialisations that are checked.
    fn add_decl(&self, decl: Option<DeclId>, fact: &mut Fact) -> Option<()> {
        let decl = decl.filter(|&decl| self.is_shared(decl))?;
        if !self.unit.sources.in_system_file(self.ast[decl].span.lo) {
            return None;
        }
        fact.push(decl.as_u32());
        Some(())
    }

    fn add_template(&self, template: TemplateId, fact: &mut Fact) -> Option<()> {
        let template = &self.entities[template];
        self.add_decl(template.decl, fact)?;
        self.add_owner(template.owner, fact)
    }

    fn add_owner(&self, owner: Owner, fact: &mut Fact) -> Option<()> {
        match owner {
            Owner::Namespace(_) => fact.push(0),
            Owner::Class(class) => {
                fact.push(1);
                self.add_class(class, fact)?;
            }
            Owner::Function => return None,
        }
        Some(())
    }

    fn add_class(&self, class: ClassId, fact: &mut Fact) -> Option<()> {
        let entity = &self.entities[class];
        if entity.is_pattern {
            return None;
        }
        match entity.template {
            Some((template, args)) => {
                fact.push(0);
                self.add_template(template, fact)?;
                self.add_args(args, fact)
            }
            None => {
                fact.push(1);
                self.add_decl(entity.decl, fact)?;
                self.add_owner(entity.owner, fact)
            }
        }
    }

    fn add_args(&self, args: Args, fact: &mut Fact) -> Option<()> {
        let list = self.types.list(args);
        fact.push(list.len() as u32);
        if fact.len() > Facts::LONGEST {
            return None;
        }
        list.iter().try_for_each(|arg| self.add_arg(arg, fact))
    }

    fn add_arg(&self, arg: &TemplateArg, fact: &mut Fact) -> Option<()> {
        match arg {
            TemplateArg::Type(ty) => {
                fact.push(0);
                self.add_type(*ty, fact)
            }
            TemplateArg::Value(Value::Int(value), ty) => {
                fact.push(1);
                fact.extend((0..4).map(|part| (*value >> (32 * part)) as u32));
                self.add_type(*ty, fact)
            }
            TemplateArg::Template(TemplateRef::Template(template)) => {
                fact.push(2);
                self.add_template(*template, fact)
            }
            TemplateArg::Pack(args) => {
                fact.push(3);
                self.add_args(*args, fact)
            }
            TemplateArg::Value(..)
            | TemplateArg::Template(TemplateRef::Param(_))
            | TemplateArg::Param(_)
            | TemplateArg::Expr(_)
            | TemplateArg::Pending(_)
            | TemplateArg::Injected(..)
            | TemplateArg::Expansion(_)
            | TemplateArg::Error => None,
        }
    }

    fn add_type(&self, ty: Ty, fact: &mut Fact) -> Option<()> {
        match self.types.kind(ty) {
            // Their ids are those of all programs.
            TyKind::Void | TyKind::NullPtr | TyKind::Bool | TyKind::Int(_) | TyKind::Float(_) => {
                fact.extend([0, ty.as_u32()]);
                Some(())
            }
            TyKind::Qualified(inner, cv) => {
                let bits = [cv.is_const(), cv.is_volatile(), cv.is_restrict()].map(u32::from);
                fact.push(1);
                fact.extend(bits);
                self.add_type(*inner, fact)
            }
            TyKind::Pointer(inner) => {
                fact.push(2);
                self.add_type(*inner, fact)
            }
            TyKind::LRef(inner) => {
                fact.push(3);
                self.add_type(*inner, fact)
            }
            TyKind::RRef(inner) => {
                fact.push(4);
                self.add_type(*inner, fact)
            }
            TyKind::Array(inner, ArrayLen::Known(len)) => {
                fact.extend([5, *len as u32, (*len >> 32) as u32]);
                self.add_type(*inner, fact)
            }
            TyKind::Class(class) => {
                fact.push(6);
                self.add_class(*class, fact)
            }
            TyKind::Enum(id) => {
                fact.push(7);
                self.add_decl(Some(self.entities[*id].decl), fact)?;
                self.add_owner(self.entities[*id].owner, fact)
            }
            TyKind::Tile { elem, dims } => {
                fact.extend([8, dims.len() as u32]);
                fact.extend(dims.iter().flat_map(|dim| [*dim as u32, (*dim >> 32) as u32]));
                self.add_type(*elem, fact)
            }
            _ => None,
        }
    }
}
