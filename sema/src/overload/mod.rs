//! Overload resolution ([over.match]): candidates, viability, the best of them.
//!
//! In: the functions and templates that lookup found, and checked operands. Out: one function,
//! whose call `check::call` then builds, or a report (`report`). A [`Candidate`] keeps one
//! conversion sequence for each argument, in the order of the arguments, the object first; a
//! function that cannot be called is a [`Rejection`] with its reason, so that a failing call can
//! be explained without asking again.
//!
//! | file | clause |
//! |---|---|
//! | `address` | [over.over]: the address of an overloaded function |
//! | `callable` | why a constraint that asks for a call does not hold |
//! | `origin` | the call that an argument has its value from |
//! | `repair` | changes of the arguments with which a call resolves |
//! | `report` | what a person reads when nothing or too much fits |
//! | `verdict` | what an editor shows of each candidate |

pub mod address;
mod advice;
mod callable;
mod headline;
mod origin;
pub mod repair;
pub mod report;
mod spread;
pub mod verdict;

use lang::base::{Diagnostic, Span};
use smallvec::SmallVec;

use crate::Cx;
use crate::check::operand::{Operand, OverloadSet};
use crate::convert::{Context, ConversionSequence, Mismatch, StandardConversion};
use crate::entity::{ClassId, Entity, FunctionId, FunctionKind, FunctionOrigin, Owner};
use crate::release::Absence;
use crate::template::ctad::GuideCandidate;
use crate::template::deduce::{ArgInfo, DeductionFailure};
use crate::ty::{Args, TemplateArg, Ty};
use crate::typed::{ExprId, ValueCategory};

/// What is called when the candidate wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    Function(FunctionId),
    /// A built-in operator, by its place in the caller's list ([over.built]).
    Builtin(u32),
}

/// [over.match.oper]/3.4
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Rewrite {
    #[default]
    None,
    /// `x != y` through `x == y`, `x < y` through `x <=> y`.
    Rewritten,
    /// The same with the operands exchanged.
    Reversed,
}

/// A viable function ([over.match.viable]).
#[derive(Clone, Debug)]
pub struct Candidate {
    pub callee: Callee,
    /// One for each argument; `None` for the object of a static member function.
    pub conversions: SmallVec<[Option<ConversionSequence>; 4]>,
    /// In the initialisation by a user-defined conversion: from the function's result to the
    /// type that is initialised.
    pub after: Option<StandardConversion>,
    pub rewrite: Rewrite,
    /// In class template argument deduction.
    pub guide: Option<GuideCandidate>,
}

impl Candidate {
    pub fn new(
        function: FunctionId,
        conversions: impl IntoIterator<Item = Option<ConversionSequence>>,
    ) -> Candidate {
        Candidate {
            callee: Callee::Function(function),
            conversions: conversions.into_iter().collect(),
            after: None,
            rewrite: Rewrite::None,
            guide: None,
        }
    }

    pub fn function(&self) -> Option<FunctionId> {
        match self.callee {
            Callee::Function(function) => Some(function),
            Callee::Builtin(_) => None,
        }
    }
}

/// A function that is not viable.
#[derive(Clone, Debug)]
pub struct Rejection {
    pub entity: Entity,
    pub reason: Reason,
}

#[derive(Clone, Debug)]
pub enum Reason {
    /// Takes so many arguments at least or at most.
    TooFew {
        wanted: usize,
    },
    TooMany {
        wanted: usize,
    },
    /// The argument does not convert to its parameter.
    Argument {
        index: usize,
        wanted: Ty,
        mismatch: Mismatch,
    },
    /// The object has qualifiers, or a value category, that the function does not take.
    Object,
    Deduction(Box<DeductionFailure>),
    Constraint(Box<Diagnostic>),
    /// Explicit template arguments for a function that is not a template.
    NotATemplate,
    /// A constructor that a class inherits does not make it from an object of the base.
    CopiesBase,
    /// The call fits, but the chosen release does not have the function.
    Release(Absence),
    /// The declaration has an error, which is reported where the function is called.
    Declaration(Box<Diagnostic>),
}

/// The candidates of one call.
#[derive(Clone, Debug, Default)]
pub struct CandidateSet {
    pub viable: Vec<Candidate>,
    pub rejected: Vec<Rejection>,
}

/// What overload resolution decides.
#[derive(Clone, Debug)]
pub enum Resolution {
    /// The index among the viable candidates.
    Best(usize),
    NoViable,
    /// None is better than all others: the ones that no other beats.
    Ambiguous(Vec<usize>),
}

impl Cx<'_> {
    /// The best function of an overload set for a call; the caller reports what is not
    /// [`Resolution::Best`].
    pub fn resolve_call(
        &mut self,
        set: &OverloadSet,
        args: &[Operand],
    ) -> (CandidateSet, Resolution) {
        let mut candidates = CandidateSet::default();
        let infos = self.argument_infos(args);
        for entity in &set.entities {
            self.add_candidate(&mut candidates, entity, set.args, set.object, args, &infos);
        }
        if set.adl {
            let types = self.argument_types(args);
            for entity in self.lookup_adl(set.name, &types).entities {
                if !set.entities.contains(&entity) {
                    self.add_candidate(&mut candidates, &entity, set.args, None, args, &infos);
                }
            }
        }
        let resolution = self.best_candidate(&candidates);
        (candidates, resolution)
    }

    /// The arguments as deduction wants to see them. A template-id that names one specialisation
    /// is that function ([temp.arg.explicit]/4); other sets wait for what the parameter says.
    fn argument_infos(&mut self, args: &[Operand]) -> Vec<ArgInfo> {
        let info = |arg: &Operand| {
            if let Operand::Overloads(set) = arg
                && set.args.is_some()
                && let Some(function) = self.single_function(set)
                && !self.has_object_parameter(function)
            {
                self.return_type(function, set.span);
                let ty = self.entities[function].ty;
                return ArgInfo::Expr { ty, category: ValueCategory::LValue, expr: None };
            }
            arg.info(self)
        };
        args.iter().map(info).collect()
    }

    /// The types that argument-dependent lookup starts from.
    pub fn argument_types(&self, args: &[Operand]) -> Vec<Ty> {
        let mut types = Vec::new();
        for arg in args {
            match arg {
                Operand::Expr(expr) => types.push(self.typed.exprs[*expr].ty),
                // Those of each function of a set, and of the template arguments behind its name.
                Operand::Overloads(set) => {
                    types.extend(set.entities.iter().filter_map(|entity| match *entity {
                        Entity::Function(function) => Some(self.entities[function].ty),
                        _ => None,
                    }));
                    let args = set.args.map(|args| self.types.list(args)).unwrap_or_default();
                    types.extend(args.iter().filter_map(|arg| match *arg {
                        TemplateArg::Type(ty) => Some(ty),
                        _ => None,
                    }));
                }
                Operand::List(_) => {}
            }
        }
        types
    }

    /// Adds a function or template to the candidates, or to the rejected.
    pub fn add_candidate(
        &mut self,
        set: &mut CandidateSet,
        entity: &Entity,
        explicit: Option<Args>,
        object: Option<ExprId>,
        args: &[Operand],
        infos: &[ArgInfo],
    ) {
        match self.candidate(entity, explicit, object, args, infos, Context::IMPLICIT) {
            Ok(candidate) => set.viable.push(candidate),
            // A function of another release explains nothing but a call that it takes.
            Err(reason)
                if !matches!(reason, Reason::Release(_)) && self.absence_of(entity).is_some() => {}
            Err(reason) => set.rejected.push(Rejection { entity: entity.clone(), reason }),
        }
    }

    /// A constructor as a candidate for an object of `class`, `context` being that of its parameters.
    pub fn constructor_candidate(
        &mut self,
        class: ClassId,
        entity: &Entity,
        args: &[Operand],
        context: Context,
    ) -> Result<Candidate, Rejection> {
        let infos: Vec<ArgInfo> = match entity {
            Entity::Template(_) => self.argument_infos(args),
            _ => Vec::new(),
        };
        let candidate = match self.candidate(entity, None, None, args, &infos, context) {
            Ok(candidate) if args.len() == 1 && self.copies_base(class, &candidate) => {
                Err(Reason::CopiesBase)
            }
            made => made,
        };
        candidate.map_err(|reason| Rejection { entity: entity.clone(), reason })
    }

    /// Whether an inherited constructor with one argument takes a reference to its own class, to `class` or to one between them
    /// ([over.match.funcs.general]/8).
    fn copies_base(&mut self, class: ClassId, candidate: &Candidate) -> bool {
        let Some(function) = candidate.function() else { return false };
        let Some(base) = self.constructed_class(function).filter(|&base| base != class) else {
            return false;
        };
        let Some(first) = self.parameter_of(function, 0).filter(|&ty| self.types.is_ref(ty)) else {
            return false;
        };
        let Some(copied) = self.types.class_of(self.types.strip_cvref(first)) else { return false };
        (copied == base || self.is_base_of(base, copied))
            && (copied == class || self.is_base_of(copied, class))
    }

    fn candidate(
        &mut self,
        entity: &Entity,
        explicit: Option<Args>,
        object: Option<ExprId>,
        args: &[Operand],
        infos: &[ArgInfo],
        context: Context,
    ) -> Result<Candidate, Reason> {
        let function = match *entity {
            Entity::Function(function) => {
                if explicit.is_some() {
                    return Err(Reason::NotATemplate);
                }
                if let Some(why) = self.unusable.get(&function) {
                    return Err(Reason::Declaration(why.clone()));
                }
                if let Err(reason) = self.check_arity(function, args.len()) {
                    // The definition outside of the class may give default arguments.
                    self.complete_definition(function);
                    self.check_arity(function, args.len()).map_err(|_| reason)?;
                }
                self.check_function_constraints(function).map_err(Reason::Constraint)?;
                function
            }
            Entity::Template(template) => {
                let function = self
                    .deduce_call(template, explicit, infos, Span::NONE)
                    .map_err(Reason::Deduction)?;
                self.check_arity(function, args.len())?;
                function
            }
            _ => return Err(Reason::NotATemplate),
        };
        let mut conversions: SmallVec<[_; 4]> = SmallVec::new();
        if let Some(object) = object {
            conversions.push(if self.has_object_parameter(function) {
                Some(self.object_argument(object, function).ok_or(Reason::Object)?)
            } else {
                None
            });
        }
        for (index, arg) in args.iter().enumerate() {
            let Some(wanted) = self.parameter_of(function, index) else {
                conversions.push(Some(ConversionSequence::Ellipsis));
                continue;
            };
            let sequence = self
                .implicit_conversion(arg, wanted, context)
                .map_err(|mismatch| Reason::Argument { index, wanted, mismatch })?;
            conversions.push(Some(sequence));
        }
        match self.absence_of(entity) {
            Some(absence) => Err(Reason::Release(absence)),
            None => Ok(Candidate::new(function, conversions)),
        }
    }

    /// The type of parameter `index`, `None` for an argument that an ellipsis takes.
    pub fn parameter_of(&self, function: FunctionId, index: usize) -> Option<Ty> {
        self.types.function_of(self.entities[function].ty)?.params.get(index).copied()
    }

    /// [over.match.viable]/2
    pub(crate) fn check_arity(&self, function: FunctionId, given: usize) -> Result<(), Reason> {
        let params = &self.entities[function].params;
        let variadic =
            self.types.function_of(self.entities[function].ty).is_some_and(|ty| ty.variadic);
        if given > params.len() && !variadic {
            return Err(Reason::TooMany { wanted: params.len() });
        }
        match params.get(given) {
            Some(param) if param.default.is_none() => {
                let wanted = params.iter().filter(|param| param.default.is_none()).count();
                Err(Reason::TooFew { wanted })
            }
            _ => Ok(()),
        }
    }

    /// The constraints of a function that is not a template; those of a template's specialisation
    /// were checked by deduction.
    pub fn check_function_constraints(
        &mut self,
        function: FunctionId,
    ) -> Result<(), Box<Diagnostic>> {
        if self.entities[function].requires.is_none() || self.entities[function].template.is_some()
        {
            return Ok(());
        }
        self.constraints_satisfied(function)
    }

    /// [over.match.best.general]: the candidate that is better than all others.
    pub fn best_candidate(&mut self, set: &CandidateSet) -> Resolution {
        let viable = &set.viable;
        if viable.is_empty() {
            return Resolution::NoViable;
        }
        let mut best = 0;
        for index in 1..viable.len() {
            if self.is_better(&viable[index], &viable[best]) {
                best = index;
            }
        }
        let rivals: Vec<usize> = (0..viable.len())
            .filter(|&index| index != best && !self.is_better(&viable[best], &viable[index]))
            .collect();
        if rivals.is_empty() {
            return Resolution::Best(best);
        }
        let mut ambiguous = vec![best];
        ambiguous.extend(rivals);
        ambiguous.sort_unstable();
        Resolution::Ambiguous(ambiguous)
    }

    /// [over.match.best.general]/2
    fn is_better(&mut self, a: &Candidate, b: &Candidate) -> bool {
        // Where a function and the same with its operands exchanged are ambiguous, compilers take the one that is written.
        let is_own_reversal = b.rewrite == Rewrite::Reversed
            && a.rewrite == Rewrite::None
            && a.function().is_some()
            && a.function() == b.function();
        let (mut some_better, mut some_worse) = (false, false);
        for pair in a.conversions.iter().zip(&b.conversions) {
            let (Some(x), Some(y)) = pair else { continue };
            match self.compare_conversions(x, y) {
                std::cmp::Ordering::Greater if is_own_reversal => some_worse = true,
                std::cmp::Ordering::Greater => return false,
                std::cmp::Ordering::Less => some_better = true,
                std::cmp::Ordering::Equal => {}
            }
        }
        if some_better || some_worse {
            return some_better;
        }
        if let (Some(x), Some(y)) = (&a.after, &b.after) {
            match self.compare_standard(x, y) {
                std::cmp::Ordering::Less => return true,
                std::cmp::Ordering::Greater => return false,
                std::cmp::Ordering::Equal => {}
            }
        }
        let (Some(f), Some(g)) = (a.function(), b.function()) else {
            // A built-in candidate with the same conversions is as good as a non-template.
            return a.function().is_none() && self.is_template_specialization(b);
        };
        match (self.is_template_specialization(a), self.is_template_specialization(b)) {
            (false, true) => return true,
            (true, false) => return false,
            (true, true) => match self.more_specialized(f, g, a.conversions.len()) {
                Some(order) if order.is_lt() => return true,
                Some(order) if order.is_gt() => return false,
                _ => {}
            },
            (false, false) => {}
        }
        if !self.is_template_specialization(a) && self.same_parameters(f, g) {
            match self.more_constrained(f, g) {
                Some(order) if order.is_lt() => return true,
                Some(order) if order.is_gt() => return false,
                _ => {}
            }
        }
        if let Some(better) = self.nearer_constructor(f, g, a.conversions.len()) {
            return better;
        }
        if a.rewrite != b.rewrite {
            return a.rewrite < b.rewrite;
        }
        if let (Some(x), Some(y)) = (&a.guide, &b.guide) {
            if x.is_user_guide != y.is_user_guide {
                return x.is_user_guide;
            }
            if x.is_copy_guide != y.is_copy_guide {
                return x.is_copy_guide;
            }
            if x.is_from_template != y.is_from_template {
                return y.is_from_template;
            }
        }
        false
    }

    /// A guide made from a constructor has the parameters of its class.
    fn is_template_specialization(&self, candidate: &Candidate) -> bool {
        if candidate.guide.is_some_and(|guide| !guide.is_user_guide) {
            return true;
        }
        candidate.function().is_some_and(|function| self.entities[function].template.is_some())
    }

    /// 2.7: a constructor of a class before one of its bases, where the parameters that the `given` arguments have are the
    /// same.
    fn nearer_constructor(&mut self, f: FunctionId, g: FunctionId, given: usize) -> Option<bool> {
        let (x, y) = (self.constructed_class(f)?, self.constructed_class(g)?);
        let is_same = |index| self.parameter_of(f, index) == self.parameter_of(g, index);
        if x == y || !(0..given).all(is_same) {
            return None;
        }
        if self.is_base_of(y, x) {
            return Some(true);
        }
        self.is_base_of(x, y).then_some(false)
    }

    /// The class in which a constructor was declared before others inherited it.
    fn constructed_class(&self, mut function: FunctionId) -> Option<ClassId> {
        while let FunctionOrigin::Inherited(original) = self.entities[function].origin {
            function = original;
        }
        let entity = &self.entities[function];
        match (entity.kind, entity.owner) {
            (FunctionKind::Constructor, Owner::Class(class)) => Some(class),
            _ => None,
        }
    }
}
