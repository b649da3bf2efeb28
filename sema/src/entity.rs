//! The entities that names denote ([basic.pre]/3): namespaces, classes, enumerations, functions,
//! variables,
//! templates, each in its arena under a typed id.
//!
//! An entity comes into being when a name is looked up that may denote it; what is costly about
//! it (the members of a class, the type of a variable, the body of a function) is filled in on
//! demand,
//! through the methods of [`Cx`](crate::Cx). Read the fields through those methods
//! where there is one: they complete the entity first.
//!
//! Invariant: a redeclaration is not a new entity, and a specialisation with equal arguments is the
//! same entity ([temp.type]).

use std::collections::hash_map::Entry;
use std::rc::Rc;

use cranelift_entity::{PrimaryMap, entity_impl};
use lang::ast::{self, Access, OverloadedOperator, Spaces, TagKey};
use lang::base::{Diagnostic, Name, Span};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use crate::check::enumeration::EnumState;
use crate::constexpr::value::Value;
use crate::lookup::directive::Nominations;
use crate::lookup::name_set::NameSet;
use crate::scope::{Order, ScopeId};
use crate::template::params::TemplateParameters;
use crate::template::signature::Signature;
use crate::ty::{Args, ExprRef, Ty};
use crate::typed::{self, LocalId};

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident = $prefix:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $id(u32);
            entity_impl!($id, $prefix);
        )*
    };
}

ids! {
    NamespaceId = "ns";
    /// A class, or a specialisation of a class template.
    ClassId = "class";
    EnumId = "enum";
    /// A function, or a specialisation of a function template.
    FunctionId = "fn";
    /// A variable with static storage duration, static data members included.
    VarId = "var";
    TemplateId = "template";
}

/// The key of a declaration in its scope.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DeclName {
    Identifier(Name),
    Operator(OverloadedOperator),
    /// `operator""_x`, with the underscore.
    Literal(Name),
    /// All conversion functions of a class.
    Conversion,
    Constructor,
    Destructor,
    /// The deduction guides of the class template of this name.
    Guide(Name),
}

impl DeclName {
    /// The bit that a set of one word has for the name.
    fn bit(self) -> u64 {
        let place = match self {
            DeclName::Identifier(name) => name.index(),
            DeclName::Operator(operator) => operator as usize,
            DeclName::Literal(name) | DeclName::Guide(name) => name.index() + 1,
            DeclName::Conversion => 0,
            DeclName::Constructor => 1,
            DeclName::Destructor => 2,
        };
        1 << (place % 64)
    }
}

/// What one declaration of a name denotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entity {
    Namespace(NamespaceId),
    /// A class, enumeration, alias, or type template parameter.
    Type(Ty),
    /// Any template; a function template is found as this, its specialisations never are.
    Template(TemplateId),
    /// A template template parameter that is still open.
    TemplateParam(crate::ty::Param),
    Function(FunctionId),
    Variable(VarId),
    Enumerator(EnumId, u32),
    /// A non-static data member, by its index among the class's own fields.
    Field(ClassId, u32),
    /// A parameter or local variable.
    Local(LocalId),
    /// A name that stands for an expression made earlier: a structured binding, a capture.
    Expr(typed::ExprId),
    /// A non-type template parameter with its argument, by its place in a list: lookups move entities, and a constant is large.
    Value(Args, u32),
    /// A non-type template parameter that is still open.
    Param(crate::ty::Param),
    /// A template parameter pack with its arguments; only an expansion may use it.
    ArgPack(Args),
    /// A function parameter pack, or a pack of captures.
    LocalPack(Box<[Entity]>),
    /// A member of a dependent type, in a signature.
    DependentMember(Ty),
    /// A non-type template parameter bound to a dependent expression, in a signature.
    DependentValue(ExprRef),
    /// Reported already.
    Error,
}

/// What a *using-directive*, *using-enum-declaration* or namespace alias names.
///
/// Resolved once, by the first lookup that passes: to resolve it is itself a lookup that passes
/// those before it.
#[derive(Clone, Copy, Debug)]
pub struct Nominated<T> {
    pub name: ast::QualNameId,
    pub order: Order,
    /// The namespace or enumeration, once it was looked up.
    pub target: Option<Option<T>>,
}

impl<T> Nominated<T> {
    pub fn new(name: ast::QualNameId, order: Order) -> Nominated<T> {
        Nominated { name, order, target: None }
    }
}

/// A friend declaration of a class that declares a function ([class.friend]); found by
/// argument-dependent lookup only.
#[derive(Clone, Debug)]
pub struct Friend {
    pub decl: ast::DeclId,
    pub name: DeclName,
    pub state: MemberState,
}

/// Where an entity lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    Namespace(NamespaceId),
    Class(ClassId),
    /// A block scope.
    Function,
}

/// A declaration in a namespace or class, not looked at until its name is.
#[derive(Clone, Debug)]
pub struct Member {
    /// The declaration with its template heads.
    pub decl: ast::DeclId,
    /// What it sees itself.
    pub order: Order,
    /// From where on it is seen: `order`, but for what a toolkit's header names before the own header that
    /// declares it ([`crate::own`]).
    pub seen_from: Order,
    /// Names of a block `extern "C"` ([dcl.link]).
    pub c_linkage: bool,
    pub state: MemberState,
}

/// The declarations of one name: nearly all names are declared once.
pub type MemberList = SmallVec<[Member; 1]>;

/// The members of a namespace or class by name, each declared once or more.
///
/// Most names that are looked up in a class are not there, which a word of bits mostly tells.
#[derive(Default)]
pub struct Members {
    by_name: FxHashMap<DeclName, MemberList>,
    /// A bit for each name; others may share it.
    bits: u64,
}

impl Members {
    /// Whether there may be members of a name.
    pub fn may_have(&self, name: DeclName) -> bool {
        self.bits & name.bit() != 0
    }

    pub fn get(&self, name: &DeclName) -> Option<&[Member]> {
        if !self.may_have(*name) {
            return None;
        }
        self.by_name.get(name).map(SmallVec::as_slice)
    }

    pub fn get_mut(&mut self, name: &DeclName) -> Option<&mut MemberList> {
        self.by_name.get_mut(name)
    }

    pub fn contains_key(&self, name: &DeclName) -> bool {
        self.get(name).is_some()
    }

    pub fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    pub fn keys(&self) -> impl Iterator<Item = &DeclName> {
        self.by_name.keys()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&DeclName, &MemberList)> {
        self.by_name.iter()
    }

    pub fn values(&self) -> impl Iterator<Item = &MemberList> {
        self.by_name.values()
    }

    /// Sets what a name has.
    pub fn insert(&mut self, name: DeclName, members: MemberList) {
        self.bits |= name.bit();
        self.by_name.insert(name, members);
    }

    pub fn remove(&mut self, name: &DeclName) -> Option<MemberList> {
        self.by_name.remove(name)
    }

    /// Makes room for so many names.
    pub fn reserve(&mut self, n_names: usize) {
        self.by_name.reserve(n_names);
    }

    /// Adds a member. Nearly all names are declared once.
    pub fn add(&mut self, name: DeclName, member: Member) {
        self.bits |= name.bit();
        match self.by_name.entry(name) {
            Entry::Vacant(new) => {
                new.insert(smallvec![member]);
            }
            Entry::Occupied(known) => known.into_mut().push(member),
        }
    }
}

impl Member {
    /// What the declaration denotes, as far as that is known.
    pub fn entities(&self) -> &[Entity] {
        match &self.state {
            MemberState::Pending | MemberState::Active => &[],
            MemberState::Done(entities) => entities,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MemberState {
    Pending,
    /// Being resolved; met again it is a cycle.
    Active,
    /// Empty for a redeclaration that added to an entity found before it.
    Done(SmallVec<[Entity; 1]>),
}

#[derive(Default)]
pub struct Namespace {
    pub name: Option<Name>,
    pub parent: Option<NamespaceId>,
    pub is_inline: bool,
    pub members: Members,
    /// Nested namespaces by name; each is one entity however often it is reopened.
    pub children: FxHashMap<Name, NamespaceId>,
    /// Inline and unnamed ones: their members are ours too ([namespace.def]).
    pub transparent: Vec<NamespaceId>,
    /// *using-directive*s.
    pub directives: Vec<Nominated<NamespaceId>>,
    /// What they nominate, where they are many.
    pub nominations: Nominations,
    /// *using-enum-declaration*s.
    pub using_enums: Vec<Nominated<EnumId>>,
    /// A declaration of it that has attributes.
    pub attributed: Option<ast::DeclId>,
    /// Namespace aliases.
    pub aliases: FxHashMap<Name, Nominated<NamespaceId>>,
    /// The names of members, nested namespaces and aliases.
    pub names: NameSet,
    /// How often members have been added or left out.
    pub n_members: usize,
}

impl Namespace {
    pub fn add_member(&mut self, name: DeclName, member: Member) {
        self.names.insert(name);
        self.n_members += 1;
        self.members.add(name, member);
    }
}

/// A direct base class.
#[derive(Clone, Debug)]
pub struct Base {
    pub class: ClassId,
    pub ty: Ty,
    pub access: Access,
    pub is_virtual: bool,
    /// Its type depended on template parameters where the class is defined: unqualified lookup
    /// passes it by ([temp.dep.type]/4).
    pub is_dependent: bool,
    /// In bytes, once the class is laid out.
    pub offset: u64,
    pub span: Span,
}

/// The bits of its unit that a bit-field has in memory ([class.bit]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitRange {
    pub shift: u64,
    pub width: u64,
    /// The bytes of the unit, from the first to behind the last, that are the memory location of the
    /// bit-field: its own and those of the bit-fields beside it ([intro.memory]/3). The others may
    /// belong to other members.
    pub first: u64,
    pub end: u64,
    /// One without a name holds nothing.
    pub is_named: bool,
}

/// A non-static data member.
#[derive(Clone, Debug)]
pub struct Field {
    /// `None` for anonymous unions and unnamed bit-fields.
    pub name: Option<Name>,
    pub ty: Ty,
    pub access: Access,
    /// A [`ast::DeclKind::Field`], or `None` for a capture.
    pub decl: Option<ast::DeclId>,
    pub is_mutable: bool,
    pub bit_width: Option<u64>,
    /// In bytes; of a bit-field, that of the unit of its type that holds it.
    pub offset: u64,
    /// The first bit of a bit-field in its unit.
    pub bit_shift: u64,
    pub span: Span,
}

/// How far a class is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassState {
    /// Declared only, or not instantiated yet.
    Incomplete,
    /// Bases and fields are being resolved.
    InProgress,
    Complete,
    /// Reported: it has no definition that could be used.
    Invalid,
}

pub struct Class {
    pub name: Option<Name>,
    pub key: TagKey,
    pub owner: Owner,
    /// The definition if there is one, else a declaration; `None` for closure types.
    pub decl: Option<ast::DeclId>,
    /// The specialisation of which template; for the class of a template's own pattern the
    /// arguments are the parameters.
    pub template: Option<(TemplateId, Args)>,
    /// Stands for all specialisations inside the template itself ([temp.dep.type]).
    pub is_pattern: bool,
    /// An explicit specialisation.
    pub is_explicit: bool,
    /// A *using-declaration* names the constructors of a base: the class is not an aggregate ([dcl.init.aggr]/1).
    pub inherits_constructors: bool,
    /// The scope around the class, with the template arguments.
    pub outer: ScopeId,
    /// The scope of the members.
    pub scope: ScopeId,
    pub ty: Ty,
    pub state: ClassState,
    /// Its bases are being found: nothing sees its members.
    pub finds_bases: bool,
    /// How many resolutions are under way of what stands before its closing brace, where it is not
    /// complete.
    pub n_open: u32,
    pub bases: Vec<Base>,
    pub fields: Vec<Field>,
    pub members: Members,
    pub friends: Vec<Friend>,
    /// Objects of class type in an object, itself among them; an array counts as one element.
    pub n_subobjects: u32,
    /// Scalars and tiles in an object.
    pub n_scalars: u64,
    pub size: u64,
    /// The bytes in front of the padding that a derived class may use.
    pub data_size: u64,
    pub align: u64,
    pub is_final: bool,
    /// Objects have no data of their own; for the layout of derived classes.
    pub is_empty_layout: bool,
    /// Is or contains an object of such a class.
    pub has_empty_parts: bool,
    /// The padding at the end cannot hold members of derived classes.
    pub is_pod_layout: bool,
    /// [class.prop]/3, once it was needed.
    pub is_standard_layout: Option<bool>,
    /// Has a virtual function or base: host-only.
    pub is_polymorphic: bool,
    /// It or a class above it has one.
    pub has_virtual_base: bool,
    /// In a pattern: a base that is not known before instantiation.
    pub has_dependent_base: bool,
    /// A specialisation whose `static_assert` failed: that is what is wrong with it, and its members
    /// say nothing more.
    pub fails_assertion: bool,
    /// `[[tilec::tile]]`, `[[tilec::counted_range]]`
    pub role: ClassRole,
    /// A lambda's class.
    pub closure: Option<Closure>,
    /// Filled by the first question about special members.
    pub special: Option<SpecialMembers>,
    pub order: Order,
    pub span: Span,
}

impl Class {
    /// A class of which nothing is known but that it is declared, and where.
    pub fn declared(
        key: TagKey,
        owner: Owner,
        (outer, scope): (ScopeId, ScopeId),
        order: Order,
        span: Span,
    ) -> Class {
        Class {
            name: None,
            key,
            owner,
            decl: None,
            template: None,
            is_pattern: false,
            is_explicit: false,
            inherits_constructors: false,
            outer,
            scope,
            ty: Ty::ERROR,
            state: ClassState::Incomplete,
            bases: Vec::new(),
            fields: Vec::new(),
            members: Members::default(),
            friends: Vec::new(),
            n_subobjects: 1,
            n_scalars: 1,
            size: 0,
            data_size: 0,
            align: 1,
            is_final: false,
            is_empty_layout: false,
            has_empty_parts: false,
            is_pod_layout: false,
            is_standard_layout: None,
            is_polymorphic: false,
            has_virtual_base: false,
            has_dependent_base: false,
            finds_bases: false,
            n_open: 0,
            fails_assertion: false,
            role: ClassRole::None,
            closure: None,
            special: None,
            order,
            span,
        }
    }
}

/// What the compiler knows a library class for, told by an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ClassRole {
    #[default]
    None,
    /// `ct::tile`
    Tile,
    /// `ct::irange`
    CountedRange,
    /// `ct::experimental::multi_outputs`: the members are the results of a function of a tile library.
    Results,
    /// `ct::experimental::fixedString`: a template argument of such a function that is a text.
    Text,
}

/// [expr.prim.lambda.closure]
#[derive(Clone, Debug)]
pub struct Closure {
    pub expr: ast::ExprId,
    /// The call operator, or its template.
    pub call: Option<Entity>,
    pub has_captures: bool,
    /// The fields that hold scalar constants of enclosing functions.
    pub constants: SmallVec<[(LocalId, u32); 0]>,
    /// The fields that captures of references initialise, with the types of the references.
    pub references: SmallVec<[(u32, Ty); 0]>,
    /// While the body is checked and a capture default may add to these fields: their initialisers.
    pub added: Option<Vec<typed::ExprId>>,
    /// The conversion functions to function pointers made so far, by their call operators.
    pub conversions: Vec<(FunctionId, FunctionId)>,
}

/// What is known of the special member functions ([special]) and of the class through them.
///
/// A function may be deleted; `None` only where none is declared, as for the move operations of a
/// class with a copy constructor. The traits speak of usable functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SpecialMembers {
    pub default_constructor: Option<FunctionId>,
    pub copy_constructor: Option<FunctionId>,
    pub move_constructor: Option<FunctionId>,
    pub copy_assignment: Option<FunctionId>,
    pub move_assignment: Option<FunctionId>,
    pub destructor: Option<FunctionId>,
    pub trivial_copy_constructor: bool,
    pub trivial_move_constructor: bool,
    pub trivial_copy_assignment: bool,
    pub trivial_move_assignment: bool,
    pub trivially_copyable: bool,
    pub trivially_default_constructible: bool,
    pub trivially_destructible: bool,
    pub aggregate: bool,
    /// No non-static data, no non-empty base.
    pub empty: bool,
    /// May be a non-type template argument ([temp.param]/7).
    pub structural: bool,
    pub literal: bool,
}

pub struct Enumeration {
    pub name: Option<Name>,
    pub owner: Owner,
    pub decl: ast::DeclId,
    pub scope: ScopeId,
    pub ty: Ty,
    pub is_scoped: bool,
    /// The fixed type, or that which the values ask for ([dcl.enum]/7).
    pub underlying: Ty,
    pub is_fixed: bool,
    pub enumerators: Vec<Enumerator>,
    pub state: EnumState,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Enumerator {
    pub name: Name,
    pub value: i128,
    pub span: Span,
}

/// A parameter of a function as declared.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: Option<Name>,
    /// As declared, before the adjustments of [dcl.fct]/5, but decayed.
    pub ty: Ty,
    pub decl: Option<ast::DeclId>,
    /// The default argument, and the scope it is checked in.
    pub default: Option<(ast::ExprId, ScopeId)>,
    pub local: LocalId,
    /// One of the parameters that a pack expanded to.
    pub from_pack: bool,
    pub span: Span,
}

/// Whether the function was written or is implicit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FunctionOrigin {
    /// A declaration in the source.
    Declared(ast::DeclId),
    /// The call operator of a lambda.
    Lambda(ast::ExprId),
    /// A special member function that the class implicitly declares.
    Implicit,
    /// An inherited constructor ([class.inhctor.init]): calls the base's.
    Inherited(FunctionId),
    /// What the function pointer of a closure points to: calls its call operator.
    ClosureInvoker(FunctionId),
    /// The conversion function of a closure to the address of its invoker.
    ClosureConversion(FunctionId),
    /// A deduction candidate without a declaration ([over.match.class.deduct]).
    DeductionCandidate,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FunctionKind {
    Ordinary,
    Constructor,
    Destructor,
    Conversion,
    DeductionGuide,
}

/// The special member functions that have a meaning of their own when defaulted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SpecialKind {
    DefaultConstructor,
    CopyConstructor,
    MoveConstructor,
    CopyAssignment,
    MoveAssignment,
    Destructor,
    /// A defaulted comparison ([class.compare]).
    Comparison(OverloadedOperator),
}

/// What defines a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// Declared only.
    None,
    Body(ast::BodyId),
    Defaulted,
    Deleted,
}

/// How far the body of a function is.
#[derive(Clone, Debug, Default)]
pub enum BodyState {
    #[default]
    Unchecked,
    /// Being checked; a call that needs its return type now is an error.
    InProgress,
    /// Shared: what goes through a body changes the entities that it belongs to.
    Checked(Rc<typed::FunctionBody>),
    /// Reported.
    Error,
}

pub struct Function {
    pub name: DeclName,
    pub kind: FunctionKind,
    pub origin: FunctionOrigin,
    pub owner: Owner,
    /// The scope of the declaration, with the template arguments; parent of `scope`.
    pub outer: ScopeId,
    /// The scope with the parameters: where the trailing return type, the *requires-clause* and
    /// the body are checked.
    pub scope: ScopeId,
    /// A function type; the return type may be a placeholder until the body is checked.
    pub ty: Ty,
    pub params: Vec<Parameter>,
    pub template: Option<(TemplateId, Args)>,
    pub definition: Definition,
    pub special: Option<SpecialKind>,
    pub spaces: Spaces,
    pub is_static: bool,
    pub is_constexpr: bool,
    pub is_consteval: bool,
    pub is_virtual: bool,
    pub is_inline: bool,
    /// `explicit`, decided.
    pub is_explicit: bool,
    pub is_extern_c: bool,
    /// A specialisation that was written out.
    pub is_explicit_specialization: bool,
    pub access: Access,
    /// The trailing *requires-clause*.
    pub requires: Option<ast::ExprId>,
    /// The *noexcept-specifier*, looked at on demand ([except.spec]/13).
    pub noexcept: ast::Noexcept,
    /// The mnemonic in `[[tilec::op("...")]]`.
    pub intrinsic: Option<Name>,
    /// What `__experimental_foreign_decl__` says.
    pub foreign: Option<Foreign>,
    /// Waits in the queue of functions to be checked.
    pub queued: bool,
    /// A definition outside of the class was looked for.
    pub has_looked_for_definition: bool,
    pub body: BodyState,
    pub order: Order,
    /// The declared name.
    pub span: Span,
}

/// A function that a tile library has.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// The name in the library, if it is not that of the source.
    pub name: Option<Box<str>>,
}

impl Function {
    /// Whether its symbol is its plain name: language linkage is a matter of names that other units
    /// see ([dcl.link]/6).
    pub fn has_c_symbol(&self) -> bool {
        self.is_extern_c && !self.is_static
    }
}

/// How far the type and value of a variable are.
#[derive(Clone, Debug, Default)]
pub enum VariableState {
    #[default]
    Unresolved,
    InProgress,
    /// The type is known; the initialiser was not checked.
    Typed,
    /// The initialiser is checked; `None` without one.
    Checked(Option<typed::ExprId>),
    /// Reported.
    Error,
}

pub struct Variable {
    pub name: Name,
    pub owner: Owner,
    /// A [`ast::DeclKind::Variable`].
    pub decl: ast::DeclId,
    /// Where the type and initialiser are checked, with the template arguments.
    pub scope: ScopeId,
    /// [`Ty::ERROR`] until resolved; a placeholder is replaced by what is deduced.
    pub ty: Ty,
    pub template: Option<(TemplateId, Args)>,
    pub spaces: Spaces,
    pub is_constexpr: bool,
    pub is_static: bool,
    /// A static local variable.
    pub is_local: bool,
    /// No variable, but a temporary object that lives as long as the one that is declared here
    /// ([class.temporary]/6).
    pub is_temporary: bool,
    pub state: VariableState,
    /// The constant value, once asked for; the diagnostic says why there is none.
    pub value: Option<Result<Value, Box<Diagnostic>>>,
    /// The precondition that the evaluation of its value broke, if it did.
    pub broken: Option<Precondition>,
    pub access: Access,
    pub order: Order,
    /// The later declaration that gives an array its bound, where the first one leaves it out.
    pub bounded_from: Option<Order>,
    pub span: Span,
}

/// What a library function requires (`__op::require`): the rule of the undefined-behaviour annex
/// that its violation is, and the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Precondition {
    pub rule: i64,
    pub text: Box<str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TemplateKind {
    Class,
    Function,
    Alias,
    Variable,
    Concept,
    /// A deduction guide.
    Guide,
    /// `__tile_t`
    Tile,
}

/// A specialisation that was written out, whole or partial.
#[derive(Clone, Debug)]
pub struct PartialSpecialization {
    /// The declaration with its template head.
    pub decl: ast::DeclId,
    pub order: Order,
    /// The scope that it stands in.
    pub scope: ScopeId,
    /// Parameters and pattern, resolved on first use.
    pub pattern: Option<SpecializationPattern>,
}

#[derive(Clone, Debug)]
pub struct SpecializationPattern {
    /// The class that stands for all specialisations made from it, once a declaration of a member
    /// names it.
    pub class: Option<ClassId>,
    pub params: TemplateParameters,
    /// The scope in which the parameters are open.
    pub scope: ScopeId,
    pub args: Args,
    /// Parts of the arguments are not deduced; they are compared after deduction.
    pub has_nondeduced: bool,
}

pub struct Template {
    pub kind: TemplateKind,
    pub name: DeclName,
    pub owner: Owner,
    /// The [`ast::DeclKind::Template`] of the definition if there is one; `None` for `__tile_t` and
    /// for generic lambdas.
    pub decl: Option<ast::DeclId>,
    /// A generic lambda.
    pub lambda: Option<ast::ExprId>,
    /// The scope that the template is declared in.
    pub scope: ScopeId,
    pub params: TemplateParameters,
    /// Every declaration of the template, in order, and the scope that it stands in.
    pub redeclarations: Vec<(ast::DeclId, ScopeId)>,
    pub partials: Vec<PartialSpecialization>,
    /// Specialisations that were written out, with the scope that they stand in, until the first
    /// use of the template finds out for which arguments.
    pub pending_explicit: Vec<(ast::DeclId, ScopeId)>,
    pub explicit: FxHashMap<Args, (ast::DeclId, ScopeId)>,
    /// The class that stands for all specialisations.
    pub pattern: Option<ClassId>,
    /// The types of a function template as deduction sees them.
    pub signature: Option<Rc<Signature>>,
    pub classes: FxHashMap<Args, ClassId>,
    pub functions: FxHashMap<Args, Result<FunctionId, Rc<Diagnostic>>>,
    pub variables: FxHashMap<Args, VarId>,
    pub aliases: FxHashMap<Args, Ty>,
    pub satisfied: FxHashMap<Args, Result<(), Box<Diagnostic>>>,
    /// Declarations of a member template outside of its class were looked for.
    pub has_looked_outside: bool,
    pub is_friend: bool,
    pub access: Access,
    pub c_linkage: bool,
    pub order: Order,
    /// The declared name.
    pub span: Span,
}

impl Template {
    /// A template of which nothing is known but its head, and where it is.
    pub fn headed(
        kind: TemplateKind,
        name: DeclName,
        owner: Owner,
        scope: ScopeId,
        params: TemplateParameters,
        order: Order,
        span: Span,
    ) -> Template {
        Template {
            kind,
            name,
            owner,
            decl: None,
            lambda: None,
            scope,
            params,
            redeclarations: Vec::new(),
            partials: Vec::new(),
            pending_explicit: Vec::new(),
            explicit: FxHashMap::default(),
            pattern: None,
            signature: None,
            classes: FxHashMap::default(),
            functions: FxHashMap::default(),
            variables: FxHashMap::default(),
            aliases: FxHashMap::default(),
            satisfied: FxHashMap::default(),
            has_looked_outside: false,
            is_friend: false,
            access: Access::Public,
            c_linkage: false,
            order,
            span,
        }
    }
}

/// The arenas of all entities.
#[derive(Default)]
pub struct Entities {
    pub namespaces: PrimaryMap<NamespaceId, Namespace>,
    pub classes: PrimaryMap<ClassId, Class>,
    pub enums: PrimaryMap<EnumId, Enumeration>,
    pub functions: PrimaryMap<FunctionId, Function>,
    pub vars: PrimaryMap<VarId, Variable>,
    pub templates: PrimaryMap<TemplateId, Template>,
}

macro_rules! indexed {
    ($($arena:ident: $id:ident => $node:ident;)*) => {
        $(
            impl std::ops::Index<$id> for Entities {
                type Output = $node;
                fn index(&self, id: $id) -> &$node {
                    &self.$arena[id]
                }
            }
            impl std::ops::IndexMut<$id> for Entities {
                fn index_mut(&mut self, id: $id) -> &mut $node {
                    &mut self.$arena[id]
                }
            }
        )*
    };
}

indexed! {
    namespaces: NamespaceId => Namespace;
    classes: ClassId => Class;
    enums: EnumId => Enumeration;
    functions: FunctionId => Function;
    vars: VarId => Variable;
    templates: TemplateId => Template;
}
