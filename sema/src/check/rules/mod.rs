//! Rules that a declaration breaks whatever its names mean ([dcl.spec], [class.mem], [over.oper],
//! [temp.param], ...): a specifier where it has nothing to say, an operator with three operands.
//!
//! In: the declarations of the user's files, tile code or not, as every compiler of the file
//! demands the same. Out: diagnostics. Nothing is looked up, so what depends on the meaning of a
//! name, such as whether an alias is `const`, counts as right; the checks that resolve types say
//! the rest. Bodies are entered only where tile code may run them.

mod class;
mod function;
mod member_names;
mod member_template;
mod pack;
mod specifier;
mod template;
mod typename;

use lang::ast::visit::{Visitor, walk_decl, walk_expr, walk_stmt, walk_type};
use lang::ast::{
    Ast, DeclId, DeclKind, ExprId, ExprKind, FriendDecl, FunctionBody, Initializer, Language,
    NameSegment, SpecFlags, StmtId, StmtKind, TagKey, TypeExprId, TypeExprKind,
};
use lang::base::{Diagnostic, Interner, Name, SourceMap, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Cx;
use crate::check::function::tile_spaces;
use crate::codes;

/// What directly contains a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Namespace,
    Class { key: TagKey, is_local: bool, has_bases: bool },
    Block,
}

/// The walk over the declarations.
struct Rules<'a> {
    names: &'a Interner,
    sources: &'a SourceMap,
    place: Place,
    /// Inside of `extern "C"`.
    c_linkage: bool,
    /// The declaration just entered is that of a `friend`.
    is_friend: bool,
    /// The declaration just entered stands below template heads of its own.
    is_template: bool,
    /// The parameters of the templates around.
    template_params: Vec<(Name, Span)>,
    /// The packs among the parameters around.
    packs: Vec<Name>,
    /// The classes around, by name: of what they are templates of, a specialisation is the current
    /// instantiation ([temp.dep.type]).
    current_classes: Vec<Name>,
    /// Of the innermost class, if all its bases are dependent, the names that it declares itself:
    /// those of others are found by `this->` in an instance only.
    own_members: Option<FxHashSet<Name>>,
    /// The parameters, variables and aliases of the functions around and the fields of the classes
    /// around, and whether their types are dependent.
    locals: Vec<(Name, bool)>,
    /// Types written where a name can only be that of a type ([temp.res.general]/4).
    type_only: FxHashSet<TypeExprId>,
    /// How often a class, variable or alias template of the name is declared: default arguments of
    /// several declarations add up ([temp.param]/14).
    declarations: FxHashMap<Name, u32>,
    /// The class templates of the user.
    class_templates: FxHashSet<Name>,
    /// Names that class templates have, and no other type.
    deduced_classes: FxHashSet<Name>,
    found: Vec<Diagnostic>,
}

impl<'a> Cx<'a> {
    /// Reports the declarations of the user that break a rule by themselves.
    pub(crate) fn check_declaration_rules(&mut self) {
        // A macro of a missing header could have changed the declaration.
        if self.options.has_missing_headers {
            return;
        }
        let ast = self.ast;
        let mut rules = Rules {
            names: self.names,
            sources: self.unit.sources,
            place: Place::Namespace,
            c_linkage: false,
            is_friend: false,
            is_template: false,
            template_params: Vec::new(),
            packs: Vec::new(),
            current_classes: Vec::new(),
            own_members: None,
            locals: Vec::new(),
            type_only: FxHashSet::default(),
            declarations: FxHashMap::default(),
            class_templates: FxHashSet::default(),
            deduced_classes: template::names_of_class_templates(ast),
            found: Vec::new(),
        };
        rules.count_templates(ast, self.unit.decls);
        for &decl in self.unit.decls {
            rules.visit_decl(ast, decl);
        }
        let found = rules.found;
        let reported = self.reported();
        for diagnostic in found {
            // Lookup of a name that has two meanings reports it, too.
            if !reported.contains(&(diagnostic.code, diagnostic.primary.span)) {
                self.report(diagnostic);
            }
        }
    }
}

impl Rules<'_> {
    fn text(&self, name: Name) -> &str {
        self.names.text(name)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Where `word` stands in `specifiers`, for errors about it.
    fn word_span(&self, specifiers: Span, word: &str) -> Span {
        if self.sources.spelling(specifiers.lo) != specifiers.lo {
            return specifiers;
        }
        let text = self.sources.text(specifiers);
        let mut from = 0;
        while let Some(at) = text.get(from..).and_then(|rest| rest.find(word)) {
            let (start, end) = (from + at, from + at + word.len());
            let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            let before = text.get(..start).and_then(|text| text.chars().next_back());
            let after = text.get(end..).and_then(|text| text.chars().next());
            if !is_part(before) && !is_part(after) {
                return Span::sized(specifiers.lo.offset(start as u32), word.len() as u32);
            }
            from = end;
        }
        specifiers
    }

    /// Visits what a declaration contains, which stands in `place`.
    fn inside(&mut self, place: Place, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.place, place);
        let flags = (
            std::mem::take(&mut self.is_friend),
            std::mem::take(&mut self.is_template),
            std::mem::take(&mut self.c_linkage),
        );
        visit(self);
        self.place = outer;
        (self.is_friend, self.is_template, self.c_linkage) = flags;
    }

    /// [class.union.general]/4, [class.static.data]/4: members of a kind that the class cannot have.
    fn check_member(&mut self, ast: &Ast, decl: DeclId) {
        if let DeclKind::Field(field) = &ast[decl].kind {
            self.check_anonymous(ast, field);
        }
        match (&ast[decl].kind, self.place) {
            (DeclKind::Field(field), Place::Class { key: TagKey::Union, .. })
                if is_reference(ast, field.ty) =>
            {
                let span = field.name.map_or(ast[decl].span, |name| name.span);
                let message = "a union cannot have a member of reference type";
                self.report(
                    Diagnostic::new(codes::INVALID_TYPE, span, message)
                        .help("hold a pointer instead"),
                );
            }
            (DeclKind::Variable(member), Place::Class { .. }) if !self.is_friend => {
                let flags = member.specs.flags;
                let mut may_have_value = SpecFlags::INLINE;
                may_have_value.insert(SpecFlags::CONSTEXPR);
                let has_initializer = !matches!(member.init, Initializer::None);
                if !has_initializer || flags.intersects(may_have_value) || self.is_template {
                    return;
                }
                let ty = &ast[member.ty];
                let is_floating = |text: &str| matches!(text, "float" | "double" | "long double");
                let why = match ty.kind {
                    // The alias may be of a constant.
                    TypeExprKind::Named { .. } | TypeExprKind::Decltype(_) => return,
                    TypeExprKind::Builtin(builtin)
                        if ty.cv.has(lang::ast::Cv::CONST) && !is_floating(builtin.text()) =>
                    {
                        return;
                    }
                    TypeExprKind::Builtin(_) if ty.cv.has(lang::ast::Cv::CONST) => {
                        "a static data member of this type with an initialiser must be `constexpr` or `inline`"
                    }
                    TypeExprKind::Builtin(_) => {
                        "a static data member with an initialiser must be `constexpr`, `inline` or `const`"
                    }
                    _ => return,
                };
                let span = ast[member.name].span;
                self.report(
                    Diagnostic::new(codes::INVALID_SPECIFIER, span, why)
                        .help("write `static constexpr`, or `inline static` for a variable"),
                );
            }
            _ => {}
        }
    }
}

impl Visitor for Rules<'_> {
    fn visit_decl(&mut self, ast: &Ast, id: DeclId) {
        let node = &ast[id];
        if self.sources.in_system_file(node.span.lo) {
            return;
        }
        self.check_specifiers(ast, id);
        self.check_member(ast, id);
        self.check_local_member(ast, id);
        self.check_hides_no_template_parameter(ast, id);
        self.mark_type_only(ast, id);
        match &node.kind {
            DeclKind::Template(template) => {
                self.check_template(ast, id, template);
                let n_outer = self.template_params.len();
                let n_packs = self.packs.len();
                self.enter_template_parameters(ast, &template.params);
                self.enter_packs(ast, &template.params);
                for &param in &template.params {
                    self.visit_decl(ast, param);
                }
                let outer = std::mem::replace(&mut self.is_template, true);
                self.visit_decl(ast, template.inner);
                self.is_template = outer;
                self.template_params.truncate(n_outer);
                self.packs.truncate(n_packs);
            }
            DeclKind::ExplicitSpecialization(inner) => {
                self.check_explicit_specialization(ast, *inner);
                self.visit_decl(ast, *inner);
            }
            DeclKind::Friend(FriendDecl::Decl(inner)) => {
                let outer = std::mem::replace(&mut self.is_friend, true);
                self.visit_decl(ast, *inner);
                self.is_friend = outer;
            }
            DeclKind::LinkageSpec(linkage) => {
                let is_c = linkage.language == Language::C;
                let outer = std::mem::replace(&mut self.c_linkage, is_c);
                for &decl in &linkage.decls {
                    self.visit_decl(ast, decl);
                }
                self.c_linkage = outer;
            }
            DeclKind::DeductionGuide(guide) => {
                self.check_guide(ast, guide);
                let n_packs = self.packs.len();
                self.enter_packs(ast, &guide.params);
                walk_decl(self, ast, id);
                self.packs.truncate(n_packs);
            }
            DeclKind::Enum(declared) => {
                self.check_enum(ast, id, declared);
                walk_decl(self, ast, id);
            }
            DeclKind::Class(class) => {
                self.check_class(ast, class);
                let is_local = match self.place {
                    Place::Block => true,
                    Place::Class { is_local, .. } => is_local,
                    Place::Namespace => false,
                };
                let has_bases = !class.bases.is_empty();
                for base in &class.bases {
                    self.visit_type(ast, base.ty);
                }
                let n_outer = self.current_classes.len();
                let own = class.name.and_then(|name| ast[name].last.identifier());
                self.current_classes.extend(own);
                let place = Place::Class { key: class.key, is_local, has_bases };
                let n_locals = self.locals.len();
                let own_members = self.own_members_of(ast, class);
                let outer_members = std::mem::replace(&mut self.own_members, own_members);
                self.enter_fields(ast, &class.members);
                self.inside(place, |rules| {
                    for &member in &class.members {
                        rules.visit_decl(ast, member);
                    }
                });
                self.own_members = outer_members;
                self.locals.truncate(n_locals);
                self.current_classes.truncate(n_outer);
            }
            DeclKind::Function(function) => {
                self.check_function(ast, function);
                let flags = function.specs.flags;
                let runs_in_tiles = function.specs.spaces.intersects(tile_spaces())
                    || flags.has(SpecFlags::CONSTEXPR)
                    || flags.has(SpecFlags::CONSTEVAL);
                let n_outer = self.current_classes.len();
                let qualifiers = ast[function.name].qualifiers.iter();
                self.current_classes.extend(qualifiers.filter_map(NameSegment::identifier));
                let n_locals = self.locals.len();
                let n_packs = self.packs.len();
                self.enter_parameters(ast, &function.ty.params);
                self.enter_packs(ast, &function.ty.params);
                if let Some(ret) = function.ty.ret {
                    self.visit_type(ast, ret);
                }
                self.inside(Place::Block, |rules| {
                    for &param in &function.ty.params {
                        rules.visit_decl(ast, param);
                    }
                    if let (FunctionBody::Definition(body), true) = (function.body, runs_in_tiles) {
                        lang::ast::visit::walk_body(rules, ast, body);
                    }
                });
                self.locals.truncate(n_locals);
                self.packs.truncate(n_packs);
                self.current_classes.truncate(n_outer);
            }
            // The host's, or reported.
            DeclKind::Unparsed(_) => {}
            _ => {
                walk_decl(self, ast, id);
                self.enter_local(ast, id);
            }
        }
    }

    fn visit_stmt(&mut self, ast: &Ast, id: StmtId) {
        let n_locals = self.locals.len();
        match &ast[id].kind {
            StmtKind::RangeFor(range) => {
                if let Some(init) = range.init {
                    self.visit_stmt(ast, init);
                }
                self.visit_expr(ast, range.range);
                self.visit_decl(ast, range.decl);
                self.enter_range_declaration(ast, range);
                self.visit_stmt(ast, range.body);
            }
            _ => walk_stmt(self, ast, id),
        }
        if !matches!(ast[id].kind, StmtKind::Decl(_)) {
            self.locals.truncate(n_locals);
        }
    }

    /// [dcl.ref]/5
    fn visit_type(&mut self, ast: &Ast, id: TypeExprId) {
        if let TypeExprKind::LvalueRef(inner) | TypeExprKind::RvalueRef(inner) = ast[id].kind
            && is_reference(ast, inner)
        {
            let message = "a reference to a reference cannot be declared";
            let diagnostic = Diagnostic::new(codes::INVALID_TYPE, ast[id].span, message);
            self.report(diagnostic);
        }
        // [dcl.type.auto.deduct]/5
        let (inner, is_compound) = match ast[id].kind {
            TypeExprKind::LvalueRef(inner)
            | TypeExprKind::RvalueRef(inner)
            | TypeExprKind::Pointer(inner) => (inner, true),
            _ => (id, false),
        };
        let is_deduced_whole = matches!(ast[inner].kind, TypeExprKind::DecltypeAuto { .. });
        if is_deduced_whole && (is_compound || !ast[id].cv.is_empty()) {
            let message = "`decltype(auto)` cannot be combined with other type specifiers";
            let diagnostic = Diagnostic::new(codes::INVALID_TYPE, ast[id].span, message);
            self.report(diagnostic.help("write `auto` with what is to be added"));
            return;
        }
        if let TypeExprKind::Function(function) = &ast[id].kind {
            self.check_written_parameters(ast, &function.params);
        }
        self.check_typename(ast, id);
        self.check_no_defaults(ast, id);
        walk_type(self, ast, id);
    }

    fn visit_expr(&mut self, ast: &Ast, id: ExprId) {
        self.mark_type_only_of(ast, id);
        self.check_member_template(ast, id);
        self.check_expansion(ast, id);
        let n_packs = self.packs.len();
        let lambda = match &ast[id].kind {
            ExprKind::Lambda(lambda) => lambda,
            ExprKind::Requires(requires) => {
                self.enter_packs(ast, &requires.params);
                walk_expr(self, ast, id);
                self.packs.truncate(n_packs);
                return;
            }
            _ => return walk_expr(self, ast, id),
        };
        self.enter_packs_of_lambda(ast, lambda);
        self.check_lambda_names(ast, lambda);
        self.check_lambda_requires(ast, lambda);
        if lambda.default_capture.is_some() && self.place == Place::Namespace {
            let message = "a lambda outside of functions cannot have a capture default";
            let diagnostic = Diagnostic::new(codes::INVALID_CAPTURE, ast[id].span, message);
            self.report(diagnostic.help("write `[]`: what has static storage is not captured"));
        }
        let n_outer = self.template_params.len();
        self.enter_template_parameters(ast, &lambda.template_params);
        let n_locals = self.locals.len();
        self.inside(Place::Block, |rules| walk_expr(rules, ast, id));
        self.locals.truncate(n_locals);
        self.template_params.truncate(n_outer);
        self.packs.truncate(n_packs);
    }
}

/// Whether a type is written as a reference.
fn is_reference(ast: &Ast, ty: TypeExprId) -> bool {
    matches!(ast[ty].kind, TypeExprKind::LvalueRef(_) | TypeExprKind::RvalueRef(_))
}
