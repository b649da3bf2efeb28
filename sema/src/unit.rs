//! A translation unit from the parser's tree to the checked kernels.
//!
//! Checking starts from the roots ([`Cx::begin_unit`]): kernels, explicit and requested instantiations,
//! the user's own tile functions and static assertions. The functions that they reach are checked,
//! body by body
//! ([`Cx::check_queued`]), nothing else.

use std::ops::Range;

use lang::ast::{self, DeclId, DeclKind, ExprKind, Spaces};
use lang::base::{Diagnostic, Span};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::Cx;
use crate::check::decl::Place;
use crate::check::enter::{declared_name, has_tile_functions};
use crate::check::function::tile_spaces;
use crate::codes;
use crate::cx::{Launched, Queued};
use crate::entity::{
    ClassId, DeclName, Entity, FunctionId, FunctionOrigin, Member, MemberState, NamespaceId, Owner,
    Template, TemplateId, TemplateKind,
};
use crate::lookup::name::Qualifier;
use crate::mangle;
use crate::scope::{Order, ScopeId, TemplateHead};
use crate::source_name;
use crate::template::params::TemplateParameters;
use crate::ty::{Args, TemplateArg, Ty};

/// A kernel that is to be compiled.
#[derive(Clone, Debug)]
pub struct Kernel {
    pub function: FunctionId,
    /// Its name as the user writes it, template arguments included.
    pub source: String,
    /// Its symbol, where a host compiler knows its types by other names.
    pub symbol: Option<String>,
    /// Other names that it was asked for by.
    pub aliases: Vec<String>,
}

impl<'a> Cx<'a> {
    /// Declares what is in the unit and queues the bodies to check; the kernels to compile, in the
    /// order of the source, then of the requests.
    pub(crate) fn begin_unit(
        &mut self,
        requests: &[(String, ast::ExprId)],
        launched: &[(Launched, Option<ast::ExprId>)],
    ) -> Vec<Kernel> {
        self.declare_builtins();
        let decls = self.unit.decls;
        self.enter_namespace(self.global, decls, false);
        self.prefer_own_declarations();
        let mut kernels = Vec::new();
        self.declared_kernels(&mut kernels);
        self.explicit_instantiations(&mut kernels);
        self.check_repeated_aliases();
        for (kernel, name) in launched {
            self.launched_instantiation(kernel, *name, &mut kernels);
        }
        self.rename_instantiations(launched, &mut kernels);
        if self.options.only_requested {
            kernels.clear();
        }
        for (text, request) in requests {
            self.requested_instantiation(text, *request, &mut kernels);
        }
        self.check_users_code();
        kernels
    }

    /// Checks the body at a place of the queue, whose end grows with what bodies need; whether
    /// there is one and the check is not cancelled.
    pub(crate) fn check_queued(&mut self, place: usize) -> bool {
        let Some(&Queued { function, span, depth }) = self.queue.get(place) else { return false };
        if self.is_interrupted() {
            return false;
        }
        self.queue_depth = depth;
        self.instantiate_body(function, span);
        self.queue_depth = 0;
        true
    }

    /// Checks the rules about the unit as a whole, once all bodies are checked.
    pub(crate) fn finish_unit(&mut self) {
        let roots: Vec<FunctionId> = self.queue.drain(..).map(|queued| queued.function).collect();
        for &root in &roots {
            // A deduced result is known once the body is checked.
            if self.entities[root].spaces.has(Spaces::TILE_GLOBAL) {
                self.check_kernel(root);
            }
        }
        self.check_tile_code(&roots);
        self.check_template_definitions();
        self.check_outside_definitions();
        self.check_unused_declarations();
        self.check_declaration_rules();
        self.warn_of_bodies();
        self.share_facts();
    }

    /// `__tile_t`
    fn declare_builtins(&mut self) {
        let Some(name) = self.names.get("__tile_t") else { return };
        let name = DeclName::Identifier(name);
        // It has no declaration; no parameter list is ever read from this one.
        let head = TemplateHead::Decl(DeclId::from_u32(0));
        let id = self.new_builtin_template(name, head);
        let member = Member {
            decl: DeclId::from_u32(0),
            order: Order::START,
            seen_from: Order::START,
            c_linkage: false,
            state: MemberState::Done(smallvec::smallvec![Entity::Template(id)]),
        };
        self.entities[self.global].add_member(name, member);
    }

    fn new_builtin_template(&mut self, name: DeclName, head: TemplateHead) -> TemplateId {
        let scope = self.namespace_scope(self.global, Order::START);
        let params = TemplateParameters { head, list: std::rc::Rc::new([]) };
        let owner = Owner::Namespace(self.global);
        let (kind, order) = (TemplateKind::Tile, Order::START);
        let template = Template::headed(kind, name, owner, scope, params, order, Span::NONE);
        self.entities.templates.push(template)
    }

    /// All kernels that are not templates and have a body.
    fn declared_kernels(&mut self, kernels: &mut Vec<Kernel>) {
        let mut declared = self.index.kernels.clone();
        self.declared_outside(&mut declared);
        for (ns, name, decl) in declared {
            if matches!(self.ast[decl].kind, DeclKind::Template(_)) {
                continue;
            }
            self.resolve_members(Owner::Namespace(ns), name);
            for entity in self.declared_before(Owner::Namespace(ns), name) {
                if let Entity::Function(function) = entity
                    && self.entities[function].spaces.has(Spaces::TILE_GLOBAL)
                {
                    let source = self.show_name(name);
                    self.add_kernel(function, source, kernels);
                }
            }
            if let DeclKind::ExplicitSpecialization(_) = self.ast[decl].kind {
                self.specialized_kernels(ns, name, kernels);
            }
        }
    }

    /// Adds the kernels that are declared outside of their namespaces, `template<> void ns::kernel(float*) {}`.
    fn declared_outside(&mut self, declared: &mut Vec<(NamespaceId, DeclName, DeclId)>) {
        let mut known = FxHashSet::default();
        for name in std::mem::take(&mut self.index.qualified_kernels) {
            if !known.insert(name) {
                continue;
            }
            self.adopt_qualified(name);
            for entry in self.index.qualified.get(&name).into_iter().flatten() {
                if let Some(Some(Qualifier::Namespace(ns))) = entry.target
                    && self.ast.is_kernel(entry.decl)
                {
                    declared.push((ns, name, entry.decl));
                }
            }
        }
    }

    /// `template<> __tile_global__ void kernel<float>(float*) {}`: kernels as if they were not
    /// templates ([temp.expl.spec]).
    fn specialized_kernels(&mut self, ns: NamespaceId, name: DeclName, kernels: &mut Vec<Kernel>) {
        let mut found = Vec::new();
        for entity in self.declared_before(Owner::Namespace(ns), name) {
            let Entity::Template(template) = entity else { continue };
            self.resolve_explicit(template);
            let functions = self.entities[template].functions.values();
            found.extend(functions.filter_map(|function| function.as_ref().ok().copied()));
        }
        found.retain(|&function| {
            let data = &self.entities[function];
            data.is_explicit_specialization && data.spaces.has(Spaces::TILE_GLOBAL)
        });
        found.sort_by_key(|&function| self.entities[function].span.lo);
        for function in found {
            let source = self.specialization_name(name, function);
            self.add_kernel(function, source, kernels);
        }
    }

    /// `gemm<float, 64>`, as a user names it.
    fn specialization_name(&mut self, name: DeclName, function: FunctionId) -> String {
        let args = match self.entities[function].template {
            Some((template, args)) => {
                let short = self.without_defaults(template, args);
                self.show_args(short)
            }
            None => String::new(),
        };
        format!("{}{args}", self.show_name(name))
    }

    /// Reports a kernel that is asked for and that nothing defines.
    fn require_definition(&mut self, function: FunctionId, name: &str, span: Span, is_asked: bool) {
        self.complete_definition(function);
        let definition = &self.entities[function].definition;
        if !is_asked || matches!(definition, crate::entity::Definition::Body(_)) {
            return;
        }
        let declared = self.entities[function].span;
        let message = format!("the kernel `{name}` is requested but not defined here");
        let diagnostic = Diagnostic::new(codes::NO_DEFINITION, span, message)
            .secondary(declared, "declared here")
            .help("include the file that defines it");
        self.report(diagnostic);
    }

    fn add_kernel(&mut self, function: FunctionId, source: String, kernels: &mut Vec<Kernel>) {
        self.add_named_kernel(function, source, None, kernels);
    }

    fn add_named_kernel(
        &mut self,
        function: FunctionId,
        source: String,
        symbol: Option<String>,
        kernels: &mut Vec<Kernel>,
    ) {
        let span = self.entities[function].span;
        self.complete_definition(function);
        let has_body =
            matches!(self.entities[function].definition, crate::entity::Definition::Body(_));
        let is_same = |kernel: &&mut Kernel| kernel.function == function && kernel.symbol == symbol;
        if let Some(known) = kernels.iter_mut().find(is_same) {
            known.aliases.push(source);
            return;
        }
        if !has_body || !self.check_kernel(function) {
            return;
        }
        kernels.push(Kernel { function, source, symbol, aliases: Vec::new() });
        self.use_function(function, span);
    }

    /// How many arguments at the end of a specialisation are the defaults, where those of packs stand in a
    /// row with the others.
    pub(crate) fn n_defaults(&mut self, function: FunctionId) -> usize {
        let Some((template, args)) = self.entities[function].template else { return 0 };
        let short = self.without_defaults(template, args);
        let n_written = self.types.list(short).len();
        let left_out = self.types.list(args).iter().skip(n_written);
        let n_arguments = |arg: &TemplateArg| {
            if let TemplateArg::Pack(elements) = arg { self.types.list(*elements).len() } else { 1 }
        };
        left_out.map(n_arguments).sum()
    }

    /// The arguments without those at the end that are the defaults: how a user names them.
    fn without_defaults(&mut self, template: TemplateId, args: Args) -> Args {
        let mut short = args;
        loop {
            let Some((_, rest)) = self.types.list(short).split_last() else { return short };
            let rest = rest.to_vec();
            let shorter = self.types.args(rest);
            let filled =
                self.tentatively(|cx| cx.convert_template_args(template, shorter, Span::NONE));
            match filled {
                Ok(Some(filled)) if filled == args => short = shorter,
                Ok(_) | Err(_) => return short,
            }
        }
    }

    /// A kernel returns nothing, since a launch cannot receive a value.
    fn check_kernel(&mut self, function: FunctionId) -> bool {
        let ty = self.entities[function].ty;
        let Some(ret) = self.types.function_of(ty).map(|function| function.ret) else {
            return false;
        };
        if ret == Ty::VOID || self.types.has_placeholder(ret) {
            return true;
        }
        let span = self.entities[function].span;
        let message = format!(
            "kernel `{}` returns `{}`, but a kernel must return `void`",
            self.show_name(self.entities[function].name),
            self.show(ret)
        );
        let diagnostic = Diagnostic::new(codes::INVALID_KERNEL, span, message)
            .help("store the result through a pointer parameter");
        self.report(diagnostic);
        false
    }

    /// An alias of a namespace that is declared again names the same one ([namespace.alias]/3).
    fn check_repeated_aliases(&mut self) {
        for (ns, name, target, order) in std::mem::take(&mut self.index.repeated_aliases) {
            if self.unit.sources.in_system_file(name.span.lo) {
                continue;
            }
            let scope = self.namespace_scope(ns, order);
            let before = self.aliased_namespace(ns, order, name.name);
            let again = self.namespace_named(scope, target);
            if let (Some(before), Some(again)) = (before, again)
                && before != again
            {
                let message = format!(
                    "`{}` is an alias of `{}` in this scope already",
                    self.text(name.name),
                    self.show_namespace(before)
                );
                self.error(codes::CONFLICTING_DECLARATION, name.span, message);
            }
        }
    }

    /// `template __tile_global__ void kernel<float>(float*);` ([temp.explicit])
    fn explicit_instantiations(&mut self, kernels: &mut Vec<Kernel>) {
        let ast = self.ast;
        for (decl, scope) in std::mem::take(&mut self.index.explicit_instantiations) {
            let DeclKind::ExplicitInstantiation { inner, is_extern } = ast[decl].kind else {
                continue;
            };
            if self.unit.sources.in_foreign_file(ast[decl].span.lo) {
                continue;
            }
            if let DeclKind::Class(written) = &ast[inner].kind {
                self.instantiate_class_explicitly(scope, written);
            }
            let DeclKind::Function(written) = &ast[inner].kind else { continue };
            let Some(source) = self.function_source(inner) else { continue };
            let Some(lookup) = self.lookup_name(scope, written.name) else { continue };
            if lookup.found.is_empty() {
                self.report_name_not_found(scope, written.name);
                continue;
            }
            let owner = self.scopes.enclosing_namespace(scope).map_or(self.global, |(ns, _)| ns);
            let place = Place {
                owner: Owner::Namespace(owner),
                scope,
                order: Order::END,
                c_linkage: false,
            };
            let inside = self.behind_qualifier(scope, written.name);
            let declared = self.without_access(|cx| cx.new_function(place, &source, inside, None));
            let target = self.entities[declared].ty;
            if target == Ty::ERROR {
                continue;
            }
            let explicit = match lookup.args {
                Some(args) => match self.without_access(|cx| cx.resolve_template_args(scope, args))
                {
                    Some(args) => Some(args),
                    None => continue,
                },
                None => None,
            };
            let mut found = None;
            let mut failure = None;
            for entity in &lookup.found.entities {
                let Entity::Template(template) = *entity else { continue };
                match self.deduce_address(template, explicit, Some(target), source.span) {
                    Ok(function) => {
                        let better = found.is_none_or(|old| {
                            self.more_specialized(function, old, usize::MAX)
                                == Some(std::cmp::Ordering::Less)
                        });
                        if better {
                            found = Some(function);
                        }
                    }
                    Err(why) => failure = Some(why),
                }
            }
            match found {
                Some(function) if self.entities[function].spaces.has(Spaces::TILE_GLOBAL) => {
                    let name = self.specialization_name(lookup.name, function);
                    self.require_definition(function, &name, source.span, !is_extern);
                    self.add_kernel(function, name, kernels);
                }
                Some(function) if self.entities[function].spaces.intersects(tile_spaces()) => {
                    self.use_function(function, source.span);
                }
                // Host functions are not compiled here.
                Some(_) => {}
                None => self.report_no_specialization(&lookup.found.entities, failure, source.span),
            }
        }
    }

    /// Where the names behind a declarator are looked up: in the namespace that its qualifier names
    /// ([basic.lookup.unqual]).
    fn behind_qualifier(&mut self, scope: ScopeId, name: ast::QualNameId) -> ScopeId {
        let order = self.scopes.enclosing_namespace(scope).map_or(Order::END, |(_, order)| order);
        match self.named_qualifier(scope, name) {
            Some(Qualifier::Namespace(ns)) => self.namespace_scope(ns, order),
            _ => scope,
        }
    }

    /// Resolves names of an explicit instantiation, which may be private ([temp.spec.general]/6).
    fn without_access<T>(&mut self, resolve: impl FnOnce(&mut Self) -> T) -> T {
        self.check.is_access_free = true;
        let value = resolve(self);
        self.check.is_access_free = false;
        value
    }

    /// `template struct A<int>;` instantiates the members too ([temp.explicit]/12): the tile
    /// functions among them, host functions are not compiled here.
    fn instantiate_class_explicitly(&mut self, scope: ScopeId, written: &'a ast::ClassDecl) {
        let ast = self.ast;
        let Some(name) = written.name else { return };
        let Some(lookup) = self.lookup_name(scope, name) else { return };
        let ty = match (lookup.found.single().cloned(), lookup.args) {
            (Some(entity), Some(args)) => {
                self.without_access(|cx| cx.template_id_type(scope, &entity, args, lookup.span))
            }
            // A member class of a specialisation.
            (Some(Entity::Type(ty)), None) if ast[name].is_qualified() => ty,
            _ => {
                let span = ast[name].span;
                return self.report_no_specialization(&lookup.found.entities, None, span);
            }
        };
        let Some(class) = self.types.class_of(ty) else { return };
        if !self.index.instantiated.insert(class) {
            let message = format!("`{}` is instantiated explicitly a second time", self.show(ty));
            return self.error(codes::INVALID_SPECIALIZATION, lookup.span, message);
        }
        let span = lookup.span;
        if !self.require_complete(ty, span) {
            return;
        }
        let Some(definition) = self.entities[class].decl.and_then(|decl| self.class_decl(decl))
        else {
            return;
        };
        self.use_tile_members(class, definition, span);
    }

    /// Checks the tile functions of a class.
    fn use_tile_members(&mut self, class: ClassId, definition: &'a ast::ClassDecl, span: Span) {
        let ast = self.ast;
        let mut looked_up: FxHashSet<DeclName> = FxHashSet::default();
        let mut declared: FxHashMap<DeclId, Vec<FunctionId>> = FxHashMap::default();
        for &member in &definition.members {
            let DeclKind::Function(written) = &ast[member].kind else { continue };
            let Some((name, _)) = declared_name(ast, member) else { continue };
            if !written.specs.spaces.intersects(tile_spaces()) {
                continue;
            }
            if looked_up.insert(name) {
                for entity in self.lookup_own_member(class, name).entities {
                    if let Entity::Function(function) = entity
                        && let FunctionOrigin::Declared(member) = self.entities[function].origin
                    {
                        declared.entry(member).or_default().push(function);
                    }
                }
            }
            for function in declared.remove(&member).unwrap_or_default() {
                if self.constraints_satisfied(function).is_ok() {
                    self.use_function(function, span);
                }
            }
        }
    }

    /// Checks a class that is not a template and has tile functions, and those, with the classes in
    /// it that have some.
    fn check_tile_class(&mut self, owner: Owner, name: DeclName) {
        self.resolve_members(owner, name);
        for entity in self.declared_before(owner, name) {
            let Entity::Type(ty) = entity else { continue };
            let Some(class) = self.types.class_of(ty) else { continue };
            let span = self.entities[class].span;
            let definition = self.entities[class].decl.and_then(|decl| self.class_decl(decl));
            let Some(definition) = definition.filter(|class| class.is_definition) else { continue };
            if self.entities[class].template.is_some() || !self.complete_class(class, span) {
                continue;
            }
            self.use_tile_members(class, definition, span);
            for &member in &definition.members {
                if let DeclKind::Class(inner) = &self.ast[member].kind
                    && has_tile_functions(self.ast, inner)
                    && let Some((name, _)) = declared_name(self.ast, member)
                {
                    self.check_tile_class(Owner::Class(class), name);
                }
            }
        }
    }

    /// Takes out the explicit instantiations that a host compiler knows by other symbols only.
    fn rename_instantiations(
        &mut self,
        launched: &[(Launched, Option<ast::ExprId>)],
        kernels: &mut Vec<Kernel>,
    ) {
        let renamed = kernels.iter().filter(|kernel| kernel.symbol.is_some());
        let renamed: FxHashSet<FunctionId> = renamed.map(|kernel| kernel.function).collect();
        kernels.retain(|kernel| {
            kernel.symbol.is_some() || !renamed.contains(&kernel.function) || {
                let own = mangle::function(self, kernel.function);
                launched.iter().any(|(launched, _)| launched.symbol == own)
            }
        });
    }

    /// A kernel that the command line names: `matmul<__half, 128, 64>`.
    fn requested_instantiation(
        &mut self,
        text: &str,
        request: ast::ExprId,
        kernels: &mut Vec<Kernel>,
    ) {
        let ast = self.ast;
        let span = ast[request].span;
        let scope = self.global_scope();
        let ExprKind::Name(name) = ast[ast.strip_parens(request)].kind else {
            return self.error(
                codes::NO_SUCH_KERNEL,
                span,
                "a kernel must be selected by its name",
            );
        };
        let Some(lookup) = self.lookup_name(scope, name) else { return };
        if lookup.found.is_empty() {
            return self.report_name_not_found(scope, name);
        }
        let explicit = match lookup.args {
            Some(args) => match self.resolve_template_args(scope, args) {
                Some(args) => Some(args),
                None => return,
            },
            None => None,
        };
        let mut failure = None;
        for entity in &lookup.found.entities {
            let function = match *entity {
                Entity::Function(function) if explicit.is_none() => function,
                Entity::Template(template) => {
                    match self.deduce_address(template, explicit, None, span) {
                        Ok(function) => function,
                        Err(why) => {
                            failure = Some(why);
                            continue;
                        }
                    }
                }
                _ => continue,
            };
            if self.entities[function].spaces.has(Spaces::TILE_GLOBAL) {
                let name = text.trim();
                self.require_definition(function, name, span, true);
                return self.add_kernel(function, name.to_owned(), kernels);
            }
        }
        let message = format!("there is no kernel `{text}`");
        let mut diagnostic = Diagnostic::new(codes::NO_SUCH_KERNEL, span, message);
        if let Some(failure) = failure {
            diagnostic = diagnostic.note(self.explain_failure(&failure));
        }
        self.report(diagnostic);
    }

    /// A kernel that host code instantiates: of the templates that have its name, the one whose
    /// specialisation has its symbol.
    fn launched_instantiation(
        &mut self,
        launched: &Launched,
        name: Option<ast::ExprId>,
        kernels: &mut Vec<Kernel>,
    ) {
        let found = name.and_then(|name| {
            self.tentatively(|cx| cx.launched_function(launched, name)).ok().flatten()
        });
        let Some((name, function)) = found else {
            let message = format!(
                "host code instantiates the kernel `{}`, which has no such name here",
                launched.text.trim_start_matches(':')
            );
            let diagnostic = Diagnostic::new(codes::NO_SUCH_KERNEL, launched.span, message)
                .note(format!("its symbol is `{}`", launched.symbol))
                .help("declare the types in its arguments in a header that is found");
            return self.report(diagnostic);
        };
        if self.entities[function].spaces.has(Spaces::TILE_GLOBAL) {
            let source = self.specialization_name(name, function);
            // Types of `cuda::std` are those of `std` here; host code that launches the kernel names them
            // by `cuda::std`.
            // The first element of an array and the array have one address, and two symbols.
            let may_differ =
                source_name::names_cuda_std(&launched.symbol) || launched.symbol.contains("XadL_Z");
            let has_other_names = may_differ && mangle::function(self, function) != launched.symbol;
            let symbol = has_other_names.then(|| launched.symbol.clone());
            self.add_named_kernel(function, source, symbol, kernels);
        }
    }

    fn launched_function(
        &mut self,
        launched: &Launched,
        name: ast::ExprId,
    ) -> Option<(DeclName, FunctionId)> {
        let ast = self.ast;
        let ExprKind::Name(name) = ast[ast.strip_parens(name)].kind else { return None };
        let scope = self.global_scope();
        let lookup = self.without_access(|cx| cx.lookup_name(scope, name))?;
        let args = lookup.args?;
        let explicit = self.without_access(|cx| cx.resolve_template_args(scope, args))?;
        let explicit = self.in_packs(explicit, &launched.packs)?;
        let mut found = Vec::new();
        for entity in &lookup.found.entities {
            let Entity::Template(template) = *entity else { continue };
            if let Ok(function) = self.deduce_address(template, Some(explicit), None, launched.span)
            {
                found.push(function);
            }
        }
        let chosen = match found[..] {
            // Host compilers differ in how they mangle what depends on a parameter.
            [only] => only,
            _ => found
                .into_iter()
                .find(|&function| mangle::function(self, function) == launched.symbol)?,
        };
        Some((lookup.name, chosen))
    }

    /// The arguments of a name, with those that are elements of packs in their packs.
    fn in_packs(&mut self, flat: Args, packs: &[Range<usize>]) -> Option<Args> {
        let flat = self.types.list(flat).to_vec();
        let mut args = Vec::with_capacity(flat.len());
        let mut next = 0;
        for pack in packs {
            args.extend_from_slice(flat.get(next..pack.start)?);
            let elements = flat.get(pack.clone())?.to_vec();
            args.push(TemplateArg::Pack(self.types.args(elements)));
            next = pack.end;
        }
        args.extend_from_slice(flat.get(next..)?);
        Some(self.types.args(args))
    }

    /// What the user wrote is checked even where no kernel reaches it: static assertions, and tile
    /// functions that are not templates, members among them.
    fn check_users_code(&mut self) {
        let sources = self.unit.sources;
        for (decl, scope) in std::mem::take(&mut self.index.static_asserts) {
            if !sources.in_system_file(self.ast[decl].span.lo) {
                self.check_static_assert(scope, decl);
            }
        }
        // Each declaration of an overload set has an entry.
        let mut known = FxHashSet::default();
        for (ns, name) in std::mem::take(&mut self.index.tile_functions) {
            if known.insert((ns, name)) {
                self.check_tile_functions(ns, name);
            }
        }
        for (ns, name) in std::mem::take(&mut self.index.tile_classes) {
            self.check_tile_class(Owner::Namespace(ns), name);
        }
    }

    fn check_tile_functions(&mut self, ns: NamespaceId, name: DeclName) {
        self.resolve_members(Owner::Namespace(ns), name);
        for entity in self.declared_before(Owner::Namespace(ns), name) {
            if let Entity::Function(function) = entity
                && self.entities[function].spaces.has(Spaces::TILE)
            {
                let span = self.entities[function].span;
                self.use_function(function, span);
            }
        }
    }

    /// The scope of the unit's end, for questions from outside.
    pub fn end_scope(&mut self) -> ScopeId {
        self.global_scope()
    }
}
