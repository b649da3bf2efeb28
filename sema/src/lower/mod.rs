//! Lowering: the typed program of a kernel to one tile IR function.
//!
//! Tile code has no calls at run time (recursion is ill-formed), so lowering is an abstract
//! execution of the kernel that inlines every call. Values that are known while lowering cost
//! nothing at run time:
//! classes, references, `this`, closures and iterators dissolve into their scalars.
//!
//! # Objects
//!
//! An object is a *slot*: the list of its scalar leaves in declaration order ([`storage`]). A leaf
//! holds an IR value (a number, a tile, an address in global memory), or the *place* that a pointer
//! or reference into another slot designates, or nothing yet. So `tensor_span` and a lambda with
//! captures by reference are lists of values, and copying one copies the list. An object lives in
//! memory (`alloca`) only if some address of it must exist at run time: a dynamic index into a
//! local array, a pointer chosen by a branch. That is found out on the way; the object is then
//! *demoted* and the kernel lowered again, until nothing more is demoted ([`Stop::Demote`]).
//!
//! An address in a slot is the slot and a byte ([`storage::SlotPlace`]), as in memory. So casts,
//! differences and comparisons of pointers need no memory; an access does if the slot has no leaves
//! for exactly its bytes: a byte of a number, a member of a union that shares bytes with the one
//! written last, but no leaves.
//!
//! # Control flow
//!
//! Branches and loops become structured `if` and `loop` ([`control`]). A branch that changes a leaf
//! makes it a result of the `if`; a leaf that a loop body changes is carried by the `loop`. The
//! memory token is a leaf like any other, so memory order follows from the same mechanism.
//!
//! # Reading order
//!
//! `parameter` (what a launch passes), `storage` (objects), `expr` and `place` (prvalues and
//! glvalues), `operator`, `constant`, `call` (inlining), `control` (branches and statements),
//! `loops`, `switch`, `jump` and `dispatch` (leaving a sequence early, `goto`), `unroll`, `target` (functions chosen
//! at run time), `memory` (loads and
//! stores),
//! `intrinsic` (library operations), `emit` (arithmetic), `observe` (notes for the sanitizer).

mod bits;
mod bound;
mod branch;
mod call;
mod constant;
mod control;
mod convert;
mod destroy;
mod dispatch;
mod dynamic;
mod emit;
mod expr;
mod global;
mod image;
mod initialize;
mod intrinsic;
mod jump;
mod layout;
mod library_call;
mod limits;
mod loops;
mod member_pointer;
mod memory;
mod observe;
mod operator;
mod parameter;
mod place;
mod plan;
mod storage;
mod switch;
mod target;
mod text;
mod undefined;
mod unroll;
mod view;

use std::cell::Cell;
use std::collections::VecDeque;

use ir::builder::Builder;
use ir::module::Function;
use ir::{Block, Module, TypeStore};
use lang::base::{Code, Diagnostic, Pos, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::codes;
use crate::cx::Cx;
use crate::entity::FunctionId;
use crate::mangle;
use crate::typed::Hints;
use control::Frame;
use global::Globals;
use loops::LoopContext;
use storage::{Leaf, Origin, Slot, SlotId};

/// Kernels, each a checked `__tile_global__` function, on their way into one module.
///
/// One kernel is lowered at a time, so that the caller can do more urgent work with the checked
/// program in between.
pub struct Lowering {
    module: Module,
    globals: Globals,
    /// Those that are still to be lowered, with the symbol of those that a host compiler named.
    waiting: VecDeque<(FunctionId, Option<String>)>,
    /// Whether the module says what only the sanitizer wants to know.
    observed: bool,
    /// The operations that constants make undefined.
    undefined: undefined::UndefinedOperations,
}

impl Lowering {
    pub(crate) fn new(kernels: impl IntoIterator<Item = (FunctionId, Option<String>)>) -> Lowering {
        let waiting = kernels.into_iter().collect();
        let module = Module::new("kernels");
        let (globals, undefined) = (Globals::default(), undefined::UndefinedOperations::default());
        Lowering { module, globals, waiting, observed: false, undefined }
    }

    /// The same, with notes for the sanitizer.
    pub(crate) fn observed(self) -> Lowering {
        Lowering { observed: true, ..self }
    }

    /// Lowers the next kernel; whether there was one. One that cannot be lowered is reported and left
    /// out: a module lacks kernels only if there is an error.
    pub(crate) fn step(&mut self, cx: &mut Cx<'_>) -> bool {
        let Some((kernel, symbol)) = self.waiting.pop_front() else { return false };
        let (types, globals) = (&mut self.module.types, &mut self.globals);
        let found = &mut self.undefined;
        let mut lowered = lower_kernel(cx, types, globals, kernel, self.observed, found);
        if self.waiting.is_empty() {
            std::mem::take(&mut self.undefined).report(cx);
        }
        // What is done again, or is not wanted any more, need not be whole.
        let is_for_nothing = cx.is_interrupted() || cx.check.set_aside.has_missing();
        if lowered.is_none() && !cx.has_errors() && !is_for_nothing {
            let name = cx.show_function(kernel);
            let message = format!("the kernel `{name}` is left out, and no error says why");
            let span = cx.entities[kernel].span;
            cx.report(Diagnostic::new(codes::LOWERING_BUG, span, message));
        }
        if let (Some(entry), Some(symbol)) = (&mut lowered, symbol) {
            entry.name = symbol;
        }
        self.module.entries.extend(lowered);
        true
    }

    /// The module with the kernels that were lowered.
    pub(crate) fn finish(self) -> Module {
        let Lowering { mut module, globals, .. } = self;
        module.globals = globals.data;
        module.relocations = globals.relocations;
        module.relocations.sort_by_key(|relocation| (relocation.global, relocation.offset));
        module
    }
}

/// One kernel, lowered until no more objects ask for memory.
fn lower_kernel(
    cx: &mut Cx<'_>,
    types: &mut TypeStore,
    globals: &mut Globals,
    kernel: FunctionId,
    observed: bool,
    undefined: &mut undefined::UndefinedOperations,
) -> Option<Function> {
    let mut demoted = FxHashSet::default();
    let mut targets = target::Targets::default();
    // Ends: each round but the last finds another object or target of the program's.
    loop {
        let mut lowerer = Lowerer::new(cx, types, globals, kernel, std::mem::take(&mut demoted));
        lowerer.observer = observed.then(observe::Observer::default);
        lowerer.targets = std::mem::take(&mut targets).again();
        let outcome = lowerer.kernel(kernel);
        lowerer.cx.n_lowered += lowerer.size();
        match outcome {
            Ok(()) if lowerer.wanted.is_empty() => {
                lowerer.note_accesses();
                undefined.merge(lowerer.undefined);
                return Some(lowerer.function);
            }
            Ok(()) | Err(Stop::Demote(_)) => {
                demoted = lowerer.demoted;
                targets = lowerer.targets;
                let known = demoted.len();
                demoted.extend(lowerer.wanted);
                if let Err(Stop::Demote(origin)) = outcome {
                    demoted.insert(origin);
                }
                if demoted.len() == known {
                    let span = cx.entities[kernel].span;
                    let message = "an object needs an address and cannot have one";
                    cx.report(Diagnostic::new(codes::LOWERING_BUG, span, message));
                    return None;
                }
            }
            Err(Stop::Target) => {
                demoted = lowerer.demoted;
                targets = lowerer.targets;
            }
            Err(Stop::Reported) => return None,
        }
    }
}

/// Why lowering stops early.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Stop {
    /// A diagnostic has been reported.
    Reported,
    /// This object needs an address at run time: lower again with it in memory.
    Demote(Origin),
    /// A function or member has become one of those that are chosen between at run time, after
    /// such a choice was lowered: lower again.
    Target,
}

type Low<T> = Result<T, Stop>;

/// One kernel being lowered.
struct Lowerer<'a, 'u> {
    cx: &'a mut Cx<'u>,
    types: &'a mut TypeStore,
    globals: &'a mut Globals,
    function: Function,
    /// Where instructions go.
    block: Block,
    span: Span,
    slots: Vec<Slot>,
    /// Every write to a leaf with the value it replaced, so that a branch can be undone.
    journal: Vec<(storage::LeafRef, Leaf)>,
    demoted: FxHashSet<Origin>,
    /// Objects that turned out to need memory in this round, which therefore is not the last.
    wanted: FxHashSet<Origin>,
    /// The parameters that are addresses of arguments, taken for such as are only read, and what
    /// to demote where that is wrong.
    arguments_read: Vec<(usize, Origin)>,
    frames: Vec<Frame>,
    /// The operations that constants make undefined.
    undefined: undefined::UndefinedOperations,
    loops: Vec<LoopContext>,
    /// The objects whose end will run code, the oldest first.
    living: Vec<destroy::Living>,
    /// The temporaries of the conditional operands around.
    prepared: FxHashMap<Origin, destroy::Prepared>,
    /// What is chosen between at run time.
    targets: target::Targets,
    /// What the pointer sum that is evaluated next is for.
    subscript: observe::Subscript,
    /// What the sanitizer is told, if it is.
    observer: Option<observe::Observer>,
    /// What each loop was found to carry, so that an outer loop's second round knows: the leaves of
    /// which objects, whose slots may have other numbers there.
    carried: FxHashMap<Origin, Vec<(Origin, storage::LeafRef)>>,
    /// The class of the constant object whose base is made into leaves.
    constant_class: Option<crate::entity::ClassId>,
    /// The types whose layout is being made, outermost first.
    laying_out: Vec<crate::ty::Ty>,
    /// The jumps of each function body that has some.
    plans: FxHashMap<crate::typed::StmtId, Option<std::rc::Rc<plan::JumpPlan>>>,
    /// How each type is made of leaves.
    layouts: FxHashMap<crate::ty::Ty, std::rc::Rc<layout::Layout>>,
    hints: Hints,
    /// The text of a system header: its first and its last position.
    system_text: Cell<Option<(Pos, Pos)>>,
    /// Calls inlined so far.
    inlined: usize,
    /// Leaves of all slots made so far.
    n_leaves: usize,
    /// `false` and `true`, made once at the start: every exit flag is one of them at first.
    truths: Option<[ir::Value; 2]>,
}

/// Instructions that a kernel has room for before its function grows.
const ROOM: usize = 1024;

impl<'a, 'u> Lowerer<'a, 'u> {
    fn new(
        cx: &'a mut Cx<'u>,
        types: &'a mut TypeStore,
        globals: &'a mut Globals,
        kernel: FunctionId,
        demoted: FxHashSet<Origin>,
    ) -> Self {
        let name = mangle::function(cx, kernel);
        let span = cx.entities[kernel].span;
        let mut function = Function::new(name, span);
        function.reserve(ROOM);
        let block = function.entry_block;
        Lowerer {
            cx,
            types,
            globals,
            function,
            block,
            span,
            slots: Vec::with_capacity(ROOM),
            journal: Vec::new(),
            demoted,
            wanted: FxHashSet::default(),
            arguments_read: Vec::new(),
            frames: Vec::new(),
            loops: Vec::new(),
            living: Vec::new(),
            prepared: FxHashMap::default(),
            targets: target::Targets::default(),
            subscript: observe::Subscript::None,
            observer: None,
            carried: FxHashMap::default(),
            constant_class: None,
            laying_out: Vec::new(),
            plans: FxHashMap::default(),
            layouts: FxHashMap::default(),
            hints: Hints::default(),
            system_text: Cell::new(None),
            inlined: 0,
            n_leaves: 0,
            truths: None,
            undefined: undefined::UndefinedOperations::default(),
        }
    }

    /// A builder at the current place.
    fn ins(&mut self) -> Builder<'_> {
        Builder::new(&mut self.function, self.types, self.block, self.span)
    }

    fn error<T>(&mut self, code: Code, span: Span, message: impl Into<String>) -> Low<T> {
        self.fail(Diagnostic::new(code, span, message))
    }

    /// Reports at the user's line.
    fn fail<T>(&mut self, mut diagnostic: Diagnostic) -> Low<T> {
        // What follows a stand-in for an address may be wrong because of it.
        if let Some(&origin) = self.wanted.iter().next() {
            return Err(Stop::Demote(origin));
        }
        diagnostic.primary.span = self.user_span(diagnostic.primary.span);
        self.cx.report(diagnostic);
        Err(Stop::Reported)
    }

    /// The checker promised that this does not happen.
    fn bug<T>(&mut self, span: Span, what: &str) -> Low<T> {
        self.error(codes::LOWERING_BUG, span, format!("lowering met {what}"))
    }

    /// The place in the user's own code that led to `span`: itself, or the innermost call in a
    /// file that is not a system header.
    fn user_span(&self, span: Span) -> Span {
        let found = self.user_call(span);
        if found.is_none() { span } else { found }
    }

    /// The same, or no place if all calls are in system headers.
    fn user_call(&self, span: Span) -> Span {
        if !span.is_none() && !self.is_in_system_file(span.lo) {
            return span;
        }
        self.frames.last().map_or(Span::NONE, |frame| frame.user_call)
    }

    /// Whether a place is in a system header. Mostly it is in the one that was asked for last.
    fn is_in_system_file(&self, pos: Pos) -> bool {
        if self.system_text.get().is_some_and(|(first, last)| first <= pos && pos <= last) {
            return true;
        }
        let sources = self.cx.unit.sources;
        let is_system = sources.in_system_file(pos);
        if is_system && sources.file_offset(pos).is_some() {
            self.system_text.set(sources.entry_range(pos));
        }
        is_system
    }

    /// The whole kernel: parameters, body, the final `return`.
    fn kernel(&mut self, kernel: FunctionId) -> Low<()> {
        let span = self.cx.entities[kernel].span;
        let Some(body) = self.cx.checked_body(kernel, span) else { return Err(Stop::Reported) };
        let types = vec![self.types.token()];
        let token_slot = self.new_slot(Origin::token(), vec![Leaf::Undef], types);
        debug_assert_eq!(token_slot, SlotId::TOKEN);
        let token = self.ins().make_token();
        self.set_token(token);

        self.truths = Some([false, true].map(|truth| self.ins().const_i1(truth)));

        let arguments = self.kernel_parameters(kernel, &body.parameters)?;
        self.kernel_hints(kernel);
        self.enter(kernel, &body, None, arguments, Span::NONE)?;
        self.ins().return_([]);
        self.check_arguments_read()?;
        self.require_targets()
    }

    /// `[[cutile::hint]]` of the kernel's declaration.
    fn kernel_hints(&mut self, kernel: FunctionId) {
        let hints = self.cx.function_hints(kernel);
        self.function.hints = emit::ir_hints(&hints);
    }
}
