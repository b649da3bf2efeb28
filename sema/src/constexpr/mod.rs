//! Constant evaluation ([expr.const]): the abstract machine over the typed tree.
//!
//! In: a typed expression. Out: its value, or the diagnostic that says why it is not a constant.
//! Functions are checked on demand, so evaluating may instantiate. Objects that an evaluation
//! creates live in [`object::Objects`] and die with their scope; addresses of them must not
//! escape. Undefined behaviour is never a value: overflow, a bad shift, an indeterminate read or
//! an access out of bounds end the evaluation with the operation's place ([expr.const]/5.8).
//!
//! Evaluation always ends: it has a budget of steps and of call depth, each with its own code.
//!
//! Start reading at [`evaluate`]; `expr` evaluates expressions, `stmt` statements and calls,
//! `arith` numbers, `object` memory, `placed` objects that are made where they stay, `allocation` the objects of
//! `new`, `bits` the bytes of objects, `order` where they lie.

mod aggregate;
mod allocation;
pub mod arith;
mod bits;
mod dynamic_cast;
mod expr;
mod intrinsic;
mod lifetime;
mod member_pointer;
pub mod object;
mod order;
mod placed;
mod stmt;
pub mod value;

use lang::base::{Code, Diagnostic, NoteKind, Span};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::codes;
use crate::cx::{Cx, Instantiated, Instantiation, MAX_CONSTANT_SCALARS};
use crate::entity::{Precondition, VarId, Variable, VariableState};
use crate::evaluate::Query;
use crate::ty::{Cv, TemplateArg, Ty};
use crate::typed::{ExprId, LabelId, LocalId};
use object::{AccessError, Objects};
use value::{Address, Root, Step, Value};

/// Statements, iterations and calls that one evaluation may take: more than any sane table
/// computation, a tenth of a second.
pub const STEP_LIMIT: u32 = 1 << 20;

/// Once an evaluation was refused for its steps, the next may take a quarter of them, and so on down
/// to so many: a program full of endless loops is refused in hardly more time than one of them takes.
const LEAST_STEP_LIMIT: u32 = 1 << 12;

/// Steps of all evaluations of a translation unit together.
const TOTAL_STEP_LIMIT: u32 = 1 << 22;

/// Scalars that are made or copied in one step.
const SCALARS_PER_STEP: usize = 16;

/// Nodes of expressions that are evaluated in one step.
const NODES_PER_STEP: u32 = 8;

/// Calls that may be active at once; the implementation quantity of [implimits] is 512.
const DEPTH_LIMIT: usize = 512;

/// The end of the message about a variable that has its value at run time.
pub(crate) const UNKNOWN_VALUE: &str = "whose value is not known at compile time";

/// Evaluates a prvalue, or a glvalue to the [`Value::Address`] of what it designates.
pub fn evaluate(cx: &mut Cx<'_>, expr: ExprId) -> Result<Value, Box<Diagnostic>> {
    run(Evaluator::new(cx), expr, None).map(|(value, _)| value)
}

/// The value that a variable has before the program runs, which need not be a constant expression: integers may
/// be cast to pointers, as compilers have it ([basic.start.static]/3).
pub fn evaluate_initial(
    cx: &mut Cx<'_>,
    var: VarId,
    expr: ExprId,
) -> Result<Value, Box<Diagnostic>> {
    let mut evaluator = Evaluator::new(cx);
    evaluator.casts_addresses = true;
    run(evaluator, expr, Some(var)).map(|(value, _)| value)
}

/// The value of a variable with static storage by its initialiser, with the precondition that the evaluation broke.
pub fn evaluate_variable(
    cx: &mut Cx<'_>,
    var: VarId,
    expr: ExprId,
) -> Result<(Value, Option<Precondition>), Box<Diagnostic>> {
    run(Evaluator::new(cx), expr, Some(var))
}

fn run(
    mut evaluator: Evaluator<'_, '_>,
    expr: ExprId,
    var: Option<VarId>,
) -> Result<(Value, Option<Precondition>), Box<Diagnostic>> {
    let (ty, span) = (evaluator.cx.typed.exprs[expr].ty, evaluator.cx.typed.exprs[expr].span);
    // A variable is an object of the evaluation while its initialiser runs.
    let variable = var.filter(|_| evaluator.is_seen(expr)).map(|_| {
        let frame = evaluator.objects.mark();
        (frame, evaluator.create_part(Value::Indeterminate, ty))
    });
    evaluator.is_variable = var.is_some();
    let mut value = evaluator.destroying(&[], |this| match &variable {
        Some((_, object)) => {
            this.make_at(object, expr)?;
            this.read(span, object)
        }
        None => this.any(expr),
    })?;
    if mentions_frame(&value)
        && let Some(var) = var
    {
        let mut lasting = Lasting { var, objects: FxHashMap::default(), temporaries: Vec::new() };
        lasting.objects.extend(variable.map(|(frame, _)| (frame, var)));
        lasting.temporaries = evaluator.cx.typed.extended_temporaries(expr);
        evaluator.outlive(&mut value, &mut lasting);
    }
    if evaluator.objects.has_allocated() {
        return Err(evaluator.fail(span, "does not delete all that it makes with `new`"));
    }
    if mentions_frame(&value) {
        return Err(evaluator.fail(span, "refers to an object that has no lasting address"));
    }
    evaluator.keep(&value, span)?;
    Ok((value, evaluator.broken))
}

impl Cx<'_> {
    /// An evaluation has been refused, for its steps or for something else.
    pub(crate) fn refused_constant(&mut self, code: Code) {
        if code == codes::CONSTEXPR_STEPS {
            self.constexpr_step_limit = (self.constexpr_step_limit / 4).max(LEAST_STEP_LIMIT);
        }
    }
}

/// An evaluation in progress.
struct Evaluator<'a, 'u> {
    cx: &'a mut Cx<'u>,
    objects: Objects,
    /// The objects whose end will run code, the oldest first.
    living: Vec<lifetime::Living>,
    frames: Vec<Frame>,
    /// Constants of enclosing functions that are not being evaluated.
    outside: FxHashMap<LocalId, Address>,
    steps: u32,
    /// Nodes that may be evaluated before that is a step.
    nodes_left: u32,
    /// The evaluation is of the initialiser of a variable with static storage; so its temporaries have static storage too.
    is_variable: bool,
    temporaries: Vec<(u32, ExprId)>,
    /// Where the next call is to make its result.
    result: Option<Address>,
    /// The polymorphic objects whose constructors or destructors run, the outermost first: in them they are of no class
    /// that is derived from that ([class.cdtor]/4).
    unfinished: Vec<Address>,
    /// The first precondition of the library that was broken. It takes no value away: whether a
    /// constant expression breaks one is not for it to say ([expr.const]/5 names the language's).
    broken: Option<Precondition>,
    /// Whether integers and pointers are cast to each other, which no constant expression does
    /// ([expr.const]/5).
    casts_addresses: bool,
}

/// A function call, or the outermost expression.
#[derive(Default)]
struct Frame {
    /// The address of each local: of the object itself, or of what a reference is bound to.
    locals: FxHashMap<LocalId, Address>,
    /// The parameters that are objects, but for those whose destructor the caller runs.
    parameters: SmallVec<[u32; 4]>,
    this: Option<Address>,
    /// Where the result is made, if it has a place.
    result: Option<Address>,
    /// The label that a `switch` jumps to; what does not hold it is passed.
    target: Option<LabelId>,
    call: Span,
}

/// The result of an evaluation step; the diagnostic is boxed because it is the rare case.
type Eval<T> = Result<T, Box<Diagnostic>>;

impl<'a, 'u> Evaluator<'a, 'u> {
    fn new(cx: &'a mut Cx<'u>) -> Self {
        Evaluator {
            cx,
            objects: Objects::default(),
            living: Vec::new(),
            frames: vec![Frame::default()],
            outside: FxHashMap::default(),
            steps: 0,
            nodes_left: NODES_PER_STEP,
            is_variable: false,
            temporaries: Vec::new(),
            result: None,
            unfinished: Vec::new(),
            broken: None,
            casts_addresses: false,
        }
    }

    /// "the expression is not a constant: it ..." In the library it is the user's call that is not one.
    fn fail(&self, span: Span, why: &str) -> Box<Diagnostic> {
        let message = format!("not a constant expression: it {why}");
        let is_users =
            |span: &Span| !span.is_none() && !self.cx.unit.sources.in_system_file(span.lo);
        let mut calls = self.frames.iter().rev().map(|frame| frame.call);
        let at = Some(span).filter(is_users).or_else(|| calls.find(is_users)).unwrap_or(span);
        let label = match self.template_arguments_in(at) {
            Some(values) => format!("evaluated here, with {values}"),
            None => "evaluated here".to_owned(),
        };
        self.with_calls(Diagnostic::new(codes::NOT_CONSTANT, at, message).label(label))
    }

    /// The numbers that are template arguments of the function under way and that a text names: `N = 4`.
    fn template_arguments_in(&self, span: Span) -> Option<String> {
        let Some(&Instantiation { what: Instantiated::Function(function), .. }) =
            self.cx.instantiations.last()
        else {
            return None;
        };
        let (template, args) = self.cx.entities[function].template?;
        let text = self.cx.unit.sources.text(span);
        let words: Vec<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
        let params = &self.cx.entities[template].params.list;
        let values: Vec<String> = std::iter::zip(params.iter(), self.cx.types.list(args))
            .filter_map(|(param, arg)| {
                let name = self.cx.text(param.name?);
                let is_number = matches!(arg, TemplateArg::Value(Value::Int(_), _));
                (is_number && words.contains(&name))
                    .then(|| format!("{name} = {}", self.cx.show_arg(arg)))
            })
            .collect();
        (!values.is_empty()).then(|| values.join(", "))
    }

    /// Adds the active calls, innermost first, as folded notes.
    fn with_calls(&self, mut diagnostic: Diagnostic) -> Box<Diagnostic> {
        const SHOWN: usize = 3;
        let at = diagnostic.primary.span;
        let calls = self.frames.iter().rev().map(|frame| frame.call);
        for call in calls.filter(|&call| !call.is_none() && call != at).take(SHOWN) {
            diagnostic = diagnostic.note_at(NoteKind::EvaluatedFrom, call, "in this call");
        }
        Box::new(diagnostic)
    }

    fn access(&self, span: Span, error: AccessError) -> Box<Diagnostic> {
        self.fail(span, &error.describe())
    }

    fn step(&mut self, span: Span) -> Eval<()> {
        self.take_steps(1, span)
    }

    /// Counts a node of an expression; returns where it is.
    fn enter_node(&mut self, expr: ExprId) -> Eval<Span> {
        let span = self.cx.typed.exprs[expr].span;
        match self.nodes_left.checked_sub(1) {
            Some(left) => self.nodes_left = left,
            None => self.step(span)?,
        }
        Ok(span)
    }

    /// What copying `value` costs.
    fn charge(&mut self, value: &Value, span: Span) -> Eval<()> {
        if !matches!(value, Value::Aggregate(_) | Value::Union(..)) {
            return Ok(());
        }
        let n_steps = value.n_scalars() / SCALARS_PER_STEP;
        self.take_steps(u32::try_from(n_steps).unwrap_or(u32::MAX), span)
    }

    fn take_steps(&mut self, n_steps: u32, span: Span) -> Eval<()> {
        self.steps = self.steps.saturating_add(n_steps);
        self.nodes_left = NODES_PER_STEP;
        let total = self.cx.constexpr_steps.saturating_add(n_steps);
        self.cx.constexpr_steps = total;
        if self.cx.options.interrupt.is_raised() {
            return Err(self.fail(span, "was interrupted"));
        }
        let limit = self.cx.constexpr_step_limit;
        if self.steps > limit {
            let message = format!("constant evaluation takes more than {limit} steps");
            return Err(self.with_calls(Diagnostic::new(codes::CONSTEXPR_STEPS, span, message)));
        }
        if total > TOTAL_STEP_LIMIT {
            let message =
                format!("constant evaluations take more than {TOTAL_STEP_LIMIT} steps together");
            let diagnostic = Diagnostic::new(codes::CONSTEXPR_STEPS, span, message);
            let mut diagnostic = self.with_calls(diagnostic);
            // It is said once, of the evaluation that took the last step.
            diagnostic.is_consequence = total - n_steps > TOTAL_STEP_LIMIT;
            return Err(diagnostic);
        }
        Ok(())
    }

    /// The value outlives its evaluation: it counts as long as the program is checked.
    fn keep(&mut self, value: &Value, span: Span) -> Eval<()> {
        let n_before = self.cx.constant_scalars;
        self.cx.constant_scalars = n_before.saturating_add(value.n_scalars());
        if self.cx.constant_scalars <= MAX_CONSTANT_SCALARS {
            return Ok(());
        }
        let message = format!("constants hold more than {MAX_CONSTANT_SCALARS} scalars together");
        let mut diagnostic = Diagnostic::new(codes::CONSTEXPR_STEPS, span, message);
        diagnostic.is_consequence = n_before > MAX_CONSTANT_SCALARS;
        Err(Box::new(diagnostic))
    }

    fn frame(&mut self) -> &mut Frame {
        if self.frames.is_empty() {
            self.frames.push(Frame::default());
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// Why a variable without a known value cannot be read.
    fn no_constant(&mut self, var: VarId, span: Span) -> Box<Diagnostic> {
        let name = self.cx.display_var(var);
        let variable = &self.cx.entities[var];
        if let Some(Err(why)) = &variable.value
            && why.code.id == codes::CYCLE.id
            && self.cx.evaluations.contains_key(&Query::Variable(var))
        {
            let message = format!("`{name}` is used in its own initialiser");
            let declared = variable.span;
            let cycle = Diagnostic::new(codes::CYCLE, span, message);
            let cycle = cycle.secondary(declared, "declared here");
            return self.with_calls(self.cx.with_cycle(Query::Variable(var), span, cycle));
        }
        let is_broken = variable.is_constexpr || matches!(variable.state, VariableState::Error);
        let mut why = self.fail(span, &format!("reads `{name}`, which is not a constant"));
        // What is wrong with the definition of a constexpr variable has been told.
        why.is_consequence = is_broken;
        why
    }

    /// A variable that has its value at run time.
    fn unknown_local(&self, local: LocalId, span: Span) -> Box<Diagnostic> {
        let declared = &self.cx.typed.locals[local];
        let Some(name) = declared.name else { return self.access(span, AccessError::Unknown) };
        let name = self.cx.text(name);
        let why = format!("uses `{name}`, {UNKNOWN_VALUE}");
        let mut diagnostic = *self.fail(span, &why);
        if !self.cx.unit.sources.in_system_file(declared.span.lo) {
            diagnostic = diagnostic.secondary(declared.span, format!("`{name}` is declared here"));
        }
        let help = match declared.is_parameter {
            true => format!(
                "the value of a parameter comes with the call: make `{name}` a template parameter, or compute this at run time"
            ),
            false => format!("make `{name}` a template parameter, or `constexpr`"),
        };
        // Why a `constexpr` variable has no value has been told.
        diagnostic.is_consequence |= self.cx.check.broken_constants.contains(&local);
        Box::new(diagnostic.help(help))
    }

    /// The object at an address, copied out.
    fn read(&mut self, span: Span, address: &Address) -> Eval<Value> {
        let Address::Object { root, path } = address else {
            let error = match address {
                Address::Null => AccessError::Null,
                Address::Function(_) | Address::Integer(_) | Address::Object { .. } => {
                    AccessError::NotAnObject
                }
            };
            return Err(self.access(span, error));
        };
        let found = match root {
            Root::Frame(frame) => {
                if self.is_outside(*frame) && self.is_mutable_at(*frame, path) {
                    return Err(self.fail(span, "reads a `mutable` member"));
                }
                match self.objects.get(*frame) {
                    Some(object) => object::read(object, path).cloned(),
                    None => Err(AccessError::Dead),
                }
            }
            Root::Outside(local) => {
                // Nothing is read from what has no scalars.
                let ty = self.cx.typed.locals[*local].ty;
                match self.type_at(ty, path) {
                    Some(part) if self.holds_no_scalar(part) => Ok(self.skeleton(part, span)?),
                    Some(_) | None => return Err(self.unknown_local(*local, span)),
                }
            }
            Root::Global(var) => {
                self.cx.find_constant(*var, span);
                if !matches!(self.cx.entities[*var].value, Some(Ok(_))) {
                    // Nothing is read from what has no scalars.
                    let ty = self.cx.var_type(*var);
                    return match self.type_at(ty, path) {
                        Some(part) if self.holds_no_scalar(part) => self.skeleton(part, span),
                        Some(_) | None => Err(self.no_constant(*var, span)),
                    };
                }
                let Some(Ok(value)) = &self.cx.entities[*var].value else {
                    return Err(self.no_constant(*var, span));
                };
                let broken = &self.cx.entities[*var].broken;
                self.broken = self.broken.take().or_else(|| broken.clone());
                object::read(value, path).cloned()
            }
            Root::String(text) => match **path {
                [Step::Element(index)] => usize::try_from(index)
                    .ok()
                    .and_then(|index| text.units.get(index))
                    .map(|&unit| Value::Int(unit.into()))
                    .ok_or(AccessError::OutOfBounds),
                [] => Ok(Value::Aggregate(text.elements().collect())),
                _ => Err(AccessError::OutOfBounds),
            },
        };
        let value = found.map_err(|error| self.access(span, error))?;
        self.charge(&value, span)?;
        Ok(value)
    }

    /// Makes the members of unions along the path active, whose subobjects are about to be written: each begins with
    /// indeterminate scalars if making it is trivial ([class.union.general]/6).
    fn activate(&mut self, frame: u32, path: &[Step], span: Span) -> Eval<()> {
        while let Some(n_steps) = self.objects.get(frame).and_then(|at| object::inactive(at, path))
        {
            let (inactive, rest) = path.split_at(n_steps);
            let ty = self.objects.ty(frame).and_then(|ty| self.type_at(ty, inactive));
            let Some(ty) = ty.filter(|_| !rest.is_empty()) else { return Ok(()) };
            let element = self.cx.element_of(ty);
            if let Some(class) = self.cx.types.class_of(element)
                && !self.cx.special_members(class).trivially_default_constructible
            {
                return Err(self.access(span, AccessError::InactiveMember));
            }
            let begun = self.skeleton(ty, span)?;
            let Some(at) = self.objects.get_mut(frame) else { return Ok(()) };
            match object::write(at, inactive) {
                Ok(member) => *member = begun,
                Err(_) => return Ok(()),
            }
        }
        Ok(())
    }

    /// Overwrites the object at an address.
    fn write(&mut self, span: Span, address: &Address, value: Value) -> Eval<()> {
        if let Address::Object { root: Root::Frame(frame), path } = address
            && path.len() > 1
        {
            self.activate(*frame, path, span)?;
        }
        let result = match address {
            Address::Object { root: Root::Frame(frame), path }
                if self.is_const_at(*frame, path) =>
            {
                Err(AccessError::Const)
            }
            Address::Object { root: Root::Frame(frame), .. } if self.is_outside(*frame) => {
                Err(AccessError::NotModifiable)
            }
            Address::Object { root: Root::Frame(frame), path } => {
                match self.objects.get_mut(*frame) {
                    Some(object) => object::write(object, path).map(|slot| *slot = value),
                    None => Err(AccessError::Dead),
                }
            }
            Address::Object { .. } => Err(AccessError::NotModifiable),
            Address::Null => Err(AccessError::Null),
            Address::Function(_) | Address::Integer(_) => Err(AccessError::NotAnObject),
        };
        result.map_err(|error| self.access(span, error))
    }

    /// Whether the object is a constant of an enclosing function: its lifetime began outside of the evaluation.
    fn is_outside(&self, object: u32) -> bool {
        !self.outside.is_empty()
            && self.outside.values().any(|address| {
                matches!(address, Address::Object { root: Root::Frame(known), .. } if *known == object)
            })
    }

    /// Whether the place is in a `const` object and not behind a `mutable` member
    /// ([dcl.type.cv]/4).
    fn is_const_at(&mut self, object: u32, path: &[Step]) -> bool {
        self.objects.is_const(object) && !self.is_mutable_at(object, path)
    }

    /// Whether the place is behind a `mutable` member.
    fn is_mutable_at(&mut self, object: u32, path: &[Step]) -> bool {
        let Some(mut ty) = self.objects.ty(object) else { return true };
        for step in path {
            let inner = match (*step, self.cx.types.class_of(ty)) {
                (Step::Member(index), Some(class)) => {
                    let bases = self.cx.entities[class].bases.len();
                    let field = (index as usize).checked_sub(bases);
                    let field = field.and_then(|at| self.cx.entities[class].fields.get(at));
                    if field.is_some_and(|field| field.is_mutable) {
                        return true;
                    }
                    self.cx.subobject_types(class).get(index as usize).copied()
                }
                (Step::Element(_) | Step::Member(_), _) => self.cx.types.element_of(ty),
                (Step::Past, _) => None,
            };
            match inner {
                Some(inner) => ty = inner,
                None => return false,
            }
        }
        false
    }

    /// A new object that lives until its scope ends.
    fn create(&mut self, value: Value, ty: Ty) -> Address {
        Address::Object { root: self.objects.create(value, ty, false), path: Box::default() }
    }

    fn is_alive(&self, address: &Address) -> bool {
        matches!(address, Address::Object { root: Root::Frame(frame), .. } if self.objects.get(*frame).is_some())
    }

    /// A new variable of type `ty`.
    fn create_variable(&mut self, value: Value, ty: Ty) -> Address {
        let is_const = self.cx.types.cv(ty).is_const();
        Address::Object { root: self.objects.create(value, ty, is_const), path: Box::default() }
    }
}

/// Whether a value holds the address of an object that ends with the evaluation, or with its block.
fn mentions_frame(value: &Value) -> bool {
    match value {
        Value::Address(Address::Object { root: Root::Frame(_) | Root::Outside(_), .. }) => true,
        Value::Aggregate(parts) => parts.iter().any(mentions_frame),
        Value::Union(_, part) => mentions_frame(part),
        Value::Address(_)
        | Value::Indeterminate
        | Value::Int(_)
        | Value::Float(_)
        | Value::MemberPointer(_) => false,
    }
}

/// What outlives the evaluation of a variable's initialiser.
struct Lasting {
    var: VarId,
    /// The objects of the evaluation that the variable and its temporaries become.
    objects: FxHashMap<u32, VarId>,
    /// The expressions whose temporaries live as long as the variable.
    temporaries: Vec<ExprId>,
}

impl Evaluator<'_, '_> {
    /// Lets addresses of the variable that is being initialised, and of constant temporaries that live as long, be those
    /// that they have in the program ([expr.const]/11, [class.temporary]/6).
    fn outlive(&mut self, value: &mut Value, lasting: &mut Lasting) {
        match value {
            Value::Address(Address::Object { root, .. }) => {
                if let Root::Frame(frame) = *root
                    && let Some(var) = self.lasting_object(frame, lasting)
                {
                    *root = Root::Global(var);
                }
            }
            Value::Aggregate(parts) => {
                parts.iter_mut().for_each(|part| self.outlive(part, lasting));
            }
            Value::Union(_, part) => self.outlive(part, lasting),
            Value::Address(_)
            | Value::Indeterminate
            | Value::Int(_)
            | Value::Float(_)
            | Value::MemberPointer(_) => {}
        }
    }

    fn lasting_object(&mut self, frame: u32, lasting: &mut Lasting) -> Option<VarId> {
        if let Some(&known) = lasting.objects.get(&frame) {
            return Some(known);
        }
        let &(_, expr) = self.temporaries.iter().find(|(known, _)| *known == frame)?;
        let ty = self.cx.typed.exprs[expr].ty;
        let elem = self.cx.types.element_of_arrays(ty);
        let is_constant = self.cx.types.cv(elem) == Cv::CONST && !self.cx.needs_destruction(ty);
        if !is_constant || !lasting.temporaries.contains(&expr) {
            return None;
        }
        let mut value = self.objects.get(frame)?.clone();
        let declared = &self.cx.entities[lasting.var];
        let temporary = Variable {
            ty,
            is_constexpr: true,
            is_temporary: true,
            state: VariableState::Checked(None),
            value: None,
            broken: None,
            template: None,
            ..*declared
        };
        let var = self.cx.entities.vars.push(temporary);
        lasting.objects.insert(frame, var);
        self.outlive(&mut value, lasting);
        self.cx.entities[var].value = Some(Ok(value));
        Some(var)
    }
}
