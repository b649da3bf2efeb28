//! Calls, inlined: binding of parameters, constructors, the function's result.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use lang::base::{Diagnostic, Span};
use rustc_hash::FxHasher;

use super::control::{Exit, Flow, Frame};
use super::limits::{INLINE_CALLS, INLINE_DEPTH};
use super::storage::{Leaf, LeafRef, Leaves, OriginKind, Place, SlotPlace};
use super::{Low, Lowerer, Stop};
use crate::codes;
use crate::entity::{FunctionId, FunctionKind, Owner};
use crate::typed::{ExprId, FunctionBody, InitializerTarget};

/// What a parameter is initialised with.
#[derive(Clone, Debug)]
pub(super) enum Argument {
    /// The leaves of the object, or the address that a reference binds to.
    Value(Leaves),
    /// The parameter itself, made by the caller and destroyed with the full-expression of the call
    /// ([expr.call]/6).
    Object(Place),
}

impl Lowerer<'_, '_> {
    pub(super) fn frame(&mut self) -> &mut Frame {
        if self.frames.is_empty() {
            self.frames.push(Frame::default());
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// The leaves of the call's value; of a reference, its address.
    pub(super) fn call(
        &mut self,
        callee: FunctionId,
        arguments: &[ExprId],
        expr: ExprId,
    ) -> Low<Leaves> {
        self.call_into(callee, arguments, expr, None)
    }

    /// A call whose result, a class object, is made at `into`; then there are no leaves.
    pub(super) fn call_into(
        &mut self,
        callee: FunctionId,
        arguments: &[ExprId],
        expr: ExprId,
        into: Option<&Place>,
    ) -> Low<Leaves> {
        if self.cx.is_interrupted() {
            return Err(Stop::Reported);
        }
        let span = self.cx.typed.exprs[expr].span;
        if let Some(op) = self.cx.entities[callee].intrinsic {
            let leaves = self.intrinsic(op, callee, arguments, expr)?;
            return match into {
                None => Ok(leaves),
                Some(place) => {
                    let ty = self.cx.typed.exprs[expr].ty;
                    self.write_place(place, ty, leaves, span)?;
                    Ok(Leaves::new())
                }
            };
        }
        if self.cx.entities[callee].foreign.is_some() {
            let leaves = self.library_call(callee, arguments, expr)?;
            return match into {
                None => Ok(leaves),
                Some(place) => {
                    let ty = self.cx.typed.exprs[expr].ty;
                    self.write_place(place, ty, leaves, span)?;
                    Ok(Leaves::new())
                }
            };
        }
        if self.is_destructor(callee) {
            let Some(&object) = arguments.first() else {
                return self.bug(span, "a destructor without an object");
            };
            let place = self.place(object)?;
            let ty = self.info(object).0;
            self.destroy(&place, ty)?;
            return Ok(Leaves::new());
        }
        let body = self.body(callee, span)?;
        let is_right_first = self.cx.typed.is_right_first(expr);
        if !self.cx.has_object_parameter(callee) {
            let values = match *arguments {
                [left, right] if is_right_first => {
                    let mut right = self.arguments(&[right])?;
                    let mut values = self.arguments(&[left])?;
                    values.append(&mut right);
                    values
                }
                _ => self.arguments(arguments)?,
            };
            return self.enter_at(callee, &body, None, values, expr, into);
        }
        let Some((&object, rest)) = arguments.split_first() else {
            return self.bug(span, "a member call without an object");
        };
        let (this, values) = match is_right_first {
            true => {
                let values = self.arguments(rest)?;
                (self.object(object)?, values)
            }
            false => (self.object(object)?, self.arguments(rest)?),
        };
        self.enter_at(callee, &body, Some(this), values, expr, into)
    }

    /// A call through a pointer to function that is known here.
    pub(super) fn call_pointer(
        &mut self,
        pointer: ExprId,
        arguments: &[ExprId],
        expr: ExprId,
    ) -> Low<Leaves> {
        let span = self.cx.typed.exprs[expr].span;
        match self.pointer(pointer)? {
            Leaf::Function(callee) => {
                self.require_callable(callee, span)?;
                self.call(callee, arguments, expr)
            }
            Leaf::Value(value) => {
                let choices = self.functions_of(self.info(pointer).0);
                if choices.is_empty() {
                    return self.without_target(pointer, expr, span);
                }
                let number = self.ins().ptr_to_int(value);
                let ty = self.leaves_type(expr);
                self.one_of(number, &choices, expr, ty, span, &mut |this, callee| {
                    this.require_callable(callee, span)?;
                    this.call(callee, arguments, expr)
                })
            }
            Leaf::Address(_) | Leaf::Member(_) | Leaf::Table(_) | Leaf::Undef => {
                self.without_target(pointer, expr, span)
            }
        }
    }

    /// Reports a function that tile code may not call, where only its lowering has found the call.
    pub(super) fn require_callable(&mut self, callee: FunctionId, span: Span) -> Low<()> {
        let span = self.user_span(span);
        if self.cx.check_resolved_call(callee, span) { Ok(()) } else { Err(Stop::Reported) }
    }

    /// Calls a member function on an object that has been evaluated.
    pub(super) fn call_method(
        &mut self,
        callee: FunctionId,
        this: Place,
        arguments: &[ExprId],
        expr: ExprId,
    ) -> Low<Leaves> {
        let span = self.cx.typed.exprs[expr].span;
        let body = self.body(callee, span)?;
        let values = self.arguments(arguments)?;
        self.enter_at(callee, &body, Some(this), values, expr, None)
    }

    pub(super) fn body(&mut self, callee: FunctionId, span: Span) -> Low<Rc<FunctionBody>> {
        self.check_size(span)?;
        self.inlined += 1;
        if self.inlined > INLINE_CALLS {
            let message = format!("a kernel inlines more than {INLINE_CALLS} calls");
            return self.error(codes::INLINE_DEPTH, span, message);
        }
        if self.frames.len() >= INLINE_DEPTH
            && let Some((function, span)) = self.recursion(callee, span)
        {
            let name = self.cx.show_function(function);
            let declared = self.cx.entities[function].span;
            let message = format!("the recursion of `{name}` does not end at compile time");
            let diagnostic = Diagnostic::new(codes::RECURSION, span, message)
                .secondary(declared, format!("inlined {INLINE_DEPTH} calls deep"))
                .help("tile code has no calls at run time: use a loop, or recurse on a constant");
            self.cx.report(diagnostic);
            return Err(Stop::Reported);
        }
        if self.frames.len() >= INLINE_DEPTH {
            let message = format!("calls are nested more than {INLINE_DEPTH} deep");
            return self.error(codes::INLINE_DEPTH, span, message);
        }
        match self.cx.checked_body(callee, span) {
            Some(body) => Ok(body),
            None if self.cx.has_errors() => Err(Stop::Reported),
            None => {
                let name = self.cx.show_function(callee);
                let message = format!("`{name}` is called by a kernel and has no definition here");
                self.error(codes::NO_DEFINITION, span, message)
            }
        }
    }

    /// The function that calls itself, and where: the one that is called last, or the innermost one that is called twice.
    fn recursion(&self, callee: FunctionId, span: Span) -> Option<(FunctionId, Span)> {
        let frames = self.frames.iter().rev();
        let calls = frames.filter_map(|frame| Some((frame.function?, frame.user_call)));
        let n_calls = |wanted: FunctionId| {
            self.frames.iter().filter(|frame| frame.function == Some(wanted)).count()
        };
        if n_calls(callee) > 0 {
            return Some((callee, self.user_span(span)));
        }
        calls.into_iter().find(|&(function, _)| n_calls(function) > 1)
    }

    pub(super) fn enter_at(
        &mut self,
        callee: FunctionId,
        body: &FunctionBody,
        this: Option<Place>,
        arguments: Vec<Argument>,
        expr: ExprId,
        into: Option<&Place>,
    ) -> Low<Leaves> {
        let span = self.cx.typed.exprs[expr].span;
        let path = self.path_of(expr.as_u32());
        self.inline(callee, body, this, arguments, span, path, into)
    }

    /// The path of a call that `node` makes.
    pub(super) fn path_of(&self, node: u32) -> u64 {
        let outer = self.frames.last().map_or(0, |frame| frame.path);
        let mut hasher = FxHasher::default();
        (outer, node).hash(&mut hasher);
        hasher.finish()
    }

    /// The outermost call: the kernel itself.
    pub(super) fn enter(
        &mut self,
        kernel: FunctionId,
        body: &FunctionBody,
        this: Option<Place>,
        arguments: Vec<Argument>,
        span: Span,
    ) -> Low<Leaves> {
        self.inline(kernel, body, this, arguments, span, 0, None)
    }

    /// Runs a function body in a frame of its own and returns the leaves of its result, or makes
    /// the result at `into`.
    #[expect(clippy::too_many_arguments, reason = "the parts of one call")]
    pub(super) fn inline(
        &mut self,
        callee: FunctionId,
        body: &FunctionBody,
        this: Option<Place>,
        arguments: Vec<Argument>,
        span: Span,
        path: u64,
        into: Option<&Place>,
    ) -> Low<Leaves> {
        let result_ty = self.cx.function_return_type(callee);
        let result_ty = self.stored_type(result_ty);
        let layout = self.layout(result_ty, span)?;
        let origin = super::storage::Origin { kind: OriginKind::Return, node: 0, path };
        // A result whose address is wanted at run time is in memory.
        let memory = match into {
            None if self.demoted.contains(&origin) => {
                let undefined = vec![Leaf::Undef; layout.leaves.len()].into();
                Some(self.new_object(origin, result_ty, undefined, span)?)
            }
            _ => None,
        };
        let into = into.or(memory.as_ref());
        // A result that is made elsewhere has no leaves here.
        let leaf_types = if into.is_some() { &[][..] } else { &layout.leaves[..] };
        let count = leaf_types.len();
        let user_call = self.user_call(span);
        let mut frame = Frame {
            function: Some(callee),
            this: this.clone(),
            user_call,
            path,
            ..Frame::default()
        };
        // The result, then the flag that says that the function has returned.
        let falling = Leaf::Value(self.int_constant(ir::Scalar::I1, 0));
        let undefined = std::iter::repeat_n(Leaf::Undef, count);
        let leaves: Vec<Leaf> = undefined.chain([falling]).collect();
        let flag = self.types.scalar(ir::Scalar::I1);
        let types: Vec<ir::Type> = leaf_types.iter().map(|leaf| leaf.ir).chain([flag]).collect();
        let slot = self.new_slot(origin, leaves, types);
        if into.is_none() {
            self.slots[slot.0 as usize].layout = Some(layout.clone());
        }
        let own = Place::Slot(SlotPlace::whole(slot));
        frame.result = Some((into.cloned().unwrap_or(own), result_ty));
        frame.exit = Some(Exit {
            flag: LeafRef { slot, index: count as u32 },
            loop_depth: self.loops.len(),
        });
        frame.switches = 0;
        let caller_span = self.span;
        let (slots, living) = (self.slots.len(), self.living.len());
        // Hints are for the calls that stand in the statement, not for those inside of what it
        // calls.
        let declared = self.cx.entities[callee].span;
        let is_library = !declared.is_none() && self.is_in_system_file(declared.lo);
        let hints = (!is_library).then(|| std::mem::take(&mut self.hints));
        self.frames.push(frame);
        let outcome = stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, || {
            self.run(callee, body, this, arguments, span)
        });
        self.frames.pop();
        self.span = caller_span;
        if let Some(hints) = hints {
            self.hints = hints;
        }
        let flow = outcome?;
        self.living.truncate(living);
        self.end_slots(slots);
        if flow != Flow::Ended {
            self.check_returned(LeafRef { slot, index: count as u32 }, result_ty);
        }
        if let Some(memory) = memory {
            return self.read_place(&memory, result_ty, span);
        }
        let slot = &self.slots[slot.0 as usize];
        Ok(slot.leaves[..count].iter().cloned().collect())
    }

    fn run(
        &mut self,
        callee: FunctionId,
        body: &FunctionBody,
        this: Option<Place>,
        arguments: Vec<Argument>,
        span: Span,
    ) -> Low<Flow> {
        let mark = self.living.len();
        let mut restricted = Vec::new();
        for (index, (&parameter, argument)) in body.parameters.iter().zip(arguments).enumerate() {
            match argument {
                Argument::Value(mut value) => {
                    if self.is_restricted(callee, index) {
                        value = self.restricted(value);
                        restricted.extend(value.iter().filter_map(Leaf::value));
                    }
                    let place = self.bind_local(parameter, value)?;
                    let ty = self.cx.typed.locals[parameter].ty;
                    if !self.cx.types.is_ref(ty) {
                        self.freeze(&place, ty, span)?;
                        if self.tells_end(&place) {
                            self.live(&place, ty, None);
                        }
                    }
                }
                Argument::Object(place) => {
                    self.frame().locals.insert(parameter, place);
                }
            }
        }
        if let Some(object) = this
            && self.cx.entities[callee].kind == FunctionKind::Constructor
        {
            self.run_initializers(callee, body, &object, span)?;
        }
        self.plan_jumps(body.body);
        let flow = self.statement(body.body)?;
        if flow != Flow::Ended && self.observes() {
            self.destroy_since(mark)?;
            self.leave_restricted(&restricted);
        }
        Ok(flow)
    }

    /// The bases, then the dynamic type, then the members ([class.base.init]/13, [class.cdtor]/4).
    fn run_initializers(
        &mut self,
        constructor: FunctionId,
        body: &FunctionBody,
        object: &Place,
        span: Span,
    ) -> Low<()> {
        let Owner::Class(class) = self.cx.entities[constructor].owner else {
            return self.bug(span, "a constructor outside a class");
        };
        let mut has_type = false;
        for initializer in &body.initializers {
            let is_base = matches!(
                initializer.target,
                InitializerTarget::Base(_) | InitializerTarget::Delegate
            );
            if !is_base && !has_type {
                self.set_dynamic_type(object, class, span)?;
                has_type = true;
            }
            self.initialize(constructor, object, initializer, span)?;
        }
        if !has_type {
            self.set_dynamic_type(object, class, span)?;
        }
        Ok(())
    }
}
