//! Calls, constructors and statements of a constant evaluation.

use std::rc::Rc;

use lang::base::{Applicability, Diagnostic, Span};

use super::object;
use super::value::{Address, Root, Step, Value};
use super::{DEPTH_LIMIT, Eval, Evaluator, Frame, mentions_frame};
use crate::codes;
use crate::entity::{BodyState, Definition, FunctionId, FunctionKind, FunctionOrigin};
use crate::ty::Ty;
use crate::typed::{
    ExprId, ExprKind, FunctionBody, Initializer, InitializerTarget, LocalId, Loop, StmtId,
    StmtKind, SwitchCase,
};

/// How a statement ended.
enum Flow {
    Normal,
    Break,
    Continue,
    Return(Value),
}

impl Evaluator<'_, '_> {
    /// The call that `expr` is.
    pub(super) fn call_at(
        &mut self,
        expr: ExprId,
        callee: FunctionId,
        arguments: &[ExprId],
    ) -> Eval<Value> {
        let span = self.cx.typed.exprs[expr].span;
        if let &[left, right] = arguments
            && self.cx.typed.is_right_first(expr)
            && self.cx.entities[callee].intrinsic.is_none()
        {
            let body = self.body(callee, span)?;
            if self.cx.has_object_parameter(callee) {
                let mut frame = self.bind(&body, None, &[right], span)?;
                frame.this = Some(self.object(left)?);
                return self.run(callee, &body, frame, span);
            }
            if let &[first, second] = &*body.parameters {
                let mut frame = Frame { call: span, ..Frame::default() };
                self.bind_parameter(&mut frame, second, right)?;
                self.bind_parameter(&mut frame, first, left)?;
                return self.run(callee, &body, frame, span);
            }
        }
        self.call(callee, arguments, span)
    }

    /// Calls a function; a member function's object is the first argument.
    pub(super) fn call(
        &mut self,
        callee: FunctionId,
        arguments: &[ExprId],
        span: Span,
    ) -> Eval<Value> {
        let result = self.result.take();
        if self.cx.entities[callee].kind == FunctionKind::Destructor {
            let Some(&object) = arguments.first() else {
                return Err(self.fail(span, "calls a destructor without an object"));
            };
            let address = self.place(object)?;
            let ty = self.cx.typed.exprs[object].ty;
            self.destroy(&address, ty, span)?;
            return Ok(Value::Indeterminate);
        }
        if let Some(op) = self.cx.entities[callee].intrinsic {
            if self.cx.text(op) == "require" {
                return self.require(callee, arguments, span);
            }
            if self.cx.is_constexpr(callee) {
                return self.intrinsic(op, callee, arguments, span);
            }
        }
        let body = self.body(callee, span)?;
        let has_object = self.cx.has_object_parameter(callee);
        let (object, arguments) = match arguments.split_first() {
            Some((object, rest)) if has_object => (Some(self.object(*object)?), rest),
            Some(_) | None => (None, arguments),
        };
        let mut frame = self.bind(&body, object, arguments, span)?;
        frame.result = result;
        self.run(callee, &body, frame, span)
    }

    /// Calls a member function on an object that has been evaluated.
    pub(super) fn call_on(
        &mut self,
        callee: FunctionId,
        object: Address,
        arguments: &[ExprId],
        span: Span,
    ) -> Eval<Value> {
        let body = self.body(callee, span)?;
        let frame = self.bind(&body, Some(object), arguments, span)?;
        self.run(callee, &body, frame, span)
    }

    /// A call of the final overrider in the dynamic type of the object ([class.virtual]).
    pub(super) fn virtual_call(
        &mut self,
        callee: FunctionId,
        arguments: &[ExprId],
        span: Span,
    ) -> Eval<Value> {
        let Some((&object, rest)) = arguments.split_first() else {
            return Err(self.fail(span, "calls a member function without an object"));
        };
        let address = self.object(object)?;
        self.dispatch(callee, address, rest, span)
    }

    /// The same for an object that has been evaluated.
    pub(super) fn dispatch(
        &mut self,
        callee: FunctionId,
        address: Address,
        arguments: &[ExprId],
        span: Span,
    ) -> Eval<Value> {
        let Some((dynamic, bases)) = self.dynamic_type(&address) else {
            return Err(self.fail(span, "calls a virtual function of an object of unknown type"));
        };
        let Some((function, path)) = self.cx.final_overrider(dynamic, callee) else {
            return Err(self.fail(span, "calls a pure virtual function"));
        };
        let mut this =
            object::containing(&address, &bases).map_err(|error| self.access(span, error))?;
        for index in path {
            this = object::subobject(&this, Step::Member(index))
                .map_err(|error| self.access(span, error))?;
        }
        if self.cx.entities[function].kind == FunctionKind::Destructor {
            let ty = self.cx.entities[dynamic].ty;
            self.destroy(&this, ty, span)?;
            return Ok(Value::Indeterminate);
        }
        let body = self.body(function, span)?;
        let frame = self.bind(&body, Some(this), arguments, span)?;
        let result = self.run(function, &body, frame, span)?;
        self.covariant_result(function, callee, result, span)
    }

    /// Converts the result of an overrider to the type of the function that was called ([class.virtual]/8).
    fn covariant_result(
        &mut self,
        overrider: FunctionId,
        called: FunctionId,
        result: Value,
        span: Span,
    ) -> Eval<Value> {
        let returned = |this: &Self, function: FunctionId| {
            let ret = this.cx.types.function_of(this.cx.entities[function].ty)?.ret;
            let referent = this.cx.types.strip_ref(ret);
            this.cx.types.class_of(this.cx.types.pointee(referent).unwrap_or(referent))
        };
        let (Value::Address(address), Some(from), Some(to)) =
            (&result, returned(self, overrider), returned(self, called))
        else {
            return Ok(result);
        };
        if from == to || *address == Address::Null {
            return Ok(result);
        }
        let mut address = address.clone();
        for index in self.cx.base_path(from, to).unwrap_or_default() {
            address = object::subobject(&address, Step::Member(index))
                .map_err(|error| self.access(span, error))?;
        }
        Ok(Value::Address(address))
    }

    fn run(
        &mut self,
        callee: FunctionId,
        body: &FunctionBody,
        frame: Frame,
        span: Span,
    ) -> Eval<Value> {
        let returns_reference = self.cx.returns_reference(callee);
        self.enter(frame, span, |this| {
            let flow = this.statement(body.body)?;
            match flow {
                Flow::Return(value) => Ok(value),
                Flow::Normal if !returns_reference => Ok(Value::Indeterminate),
                Flow::Normal | Flow::Break | Flow::Continue => {
                    Err(this.fail(span, "calls a function that ends without a return value"))
                }
            }
        })
    }

    /// Runs a constructor on the object at an address.
    pub(super) fn construct_at(
        &mut self,
        object: &Address,
        constructor: FunctionId,
        arguments: &[ExprId],
        ty: Ty,
        span: Span,
    ) -> Eval<()> {
        let body = self.body(constructor, span)?;
        let frame = self.bind(&body, Some(object.clone()), arguments, span)?;
        self.unfinished(object, ty, |this| {
            this.enter(frame, span, |this| {
                for initializer in &body.initializers {
                    this.initialize(object, initializer, ty, span)?;
                }
                this.statement(body.body)?;
                Ok(())
            })
        })
    }

    fn initialize(
        &mut self,
        object: &Address,
        initializer: &Initializer,
        ty: Ty,
        span: Span,
    ) -> Eval<()> {
        let class = self.cx.types.class_of(ty);
        let member = match (initializer.target, class) {
            (InitializerTarget::Delegate, _) | (_, None) => {
                return self.scoped(|this| this.make_at(object, initializer.value));
            }
            (InitializerTarget::Base(index), Some(_)) => index,
            (InitializerTarget::Field(index), Some(class)) => {
                let (bases, _, is_union) = self.cx.field_info(class, index);
                if is_union { index } else { bases + index }
            }
        };
        let place = object::subobject(object, Step::Member(member))
            .map_err(|error| self.access(span, error))?;
        self.scoped(|this| this.make_at(&place, initializer.value))
    }

    fn body(&mut self, callee: FunctionId, span: Span) -> Eval<Rc<FunctionBody>> {
        if self.frames.len() > DEPTH_LIMIT {
            let message = format!("constant evaluation is more than {DEPTH_LIMIT} calls deep");
            return Err(self.with_calls(Diagnostic::new(codes::CONSTEXPR_DEPTH, span, message)));
        }
        if !self.cx.is_constexpr(callee) {
            let name = self.cx.show_function(callee);
            let why = self.fail(span, &format!("calls `{name}`, which is not constexpr"));
            return Err(self.with_constexpr(why, callee));
        }
        if let Some(class) = self.cx.defined_behind(callee) {
            let name = self.cx.show_function(callee);
            let class = self.cx.show(self.cx.entities[class].ty);
            let why =
                format!("calls `{name}`, which is defined after the brace that closes `{class}`");
            return Err(self.fail(span, &why));
        }
        match self.cx.checked_body(callee, span) {
            Some(body) => Ok(body),
            None => {
                let name = self.cx.show_function(callee);
                let why = format!("calls `{name}`, which has no definition here");
                let mut why = self.fail(span, &why);
                // What is wrong with the definition has been told.
                let is_broken = matches!(self.cx.entities[callee].body, BodyState::Error);
                why.is_consequence = is_broken;
                Err(why)
            }
        }
    }

    /// Adds that a function of the user's may be declared `constexpr`.
    fn with_constexpr(&self, why: Box<Diagnostic>, callee: FunctionId) -> Box<Diagnostic> {
        let FunctionOrigin::Declared(decl) = self.cx.entities[callee].origin else { return why };
        let (decl, at) = (self.cx.ast.templated(decl), self.cx.entities[callee].span);
        let start = self.cx.ast[decl].span.lo;
        let has_body = matches!(self.cx.entities[callee].definition, Definition::Body(_));
        let is_written = self.cx.unit.sources.backtrace(start).next().is_none();
        if !has_body || !is_written || !self.cx.is_users_text(at) {
            return why;
        }
        let name = self.cx.show_name(self.cx.entities[callee].name);
        let why = why.secondary(at, format!("`{name}` is declared here"));
        let title = format!("declare `{name}` `constexpr`");
        let span = Span { lo: start, hi: start };
        Box::new(why.fix(title, Applicability::Maybe, span, "constexpr "))
    }

    /// The frame of a call: every parameter initialised by its argument, in the caller's context.
    fn bind(
        &mut self,
        body: &FunctionBody,
        this: Option<Address>,
        arguments: &[ExprId],
        span: Span,
    ) -> Eval<Frame> {
        let mut frame = Frame { this, call: span, ..Frame::default() };
        for (&parameter, &argument) in body.parameters.iter().zip(arguments) {
            self.bind_parameter(&mut frame, parameter, argument)?;
        }
        // What an ellipsis takes is evaluated too.
        for &argument in arguments.iter().skip(body.parameters.len()) {
            self.any(argument)?;
        }
        Ok(frame)
    }

    fn bind_parameter(
        &mut self,
        frame: &mut Frame,
        parameter: LocalId,
        argument: ExprId,
    ) -> Eval<()> {
        let ty = self.cx.typed.locals[parameter].ty;
        let address = match self.is_seen(argument) {
            true => self.new_object(argument, ty, Some(argument))?,
            false => match self.any(argument)? {
                Value::Address(address) if self.cx.types.is_ref(ty) => address,
                value => self.create_object(value, ty, Some(argument)),
            },
        };
        if let Address::Object { root: Root::Frame(id), .. } = address
            && !self.cx.types.is_ref(ty)
            && !self.cx.needs_destruction(ty)
        {
            frame.parameters.push(id);
        }
        frame.locals.insert(parameter, address);
        Ok(())
    }

    /// Runs `work` in a frame; its objects end with it, parameters included ([expr.call]/7), but for those whose destructor
    /// the caller runs.
    fn enter<T>(
        &mut self,
        frame: Frame,
        span: Span,
        work: impl FnOnce(&mut Self) -> Eval<T>,
    ) -> Eval<T> {
        self.step(span)?;
        let mark = self.objects.mark();
        self.frames.push(frame);
        let result = stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || work(self));
        let frame = self.frames.pop();
        self.objects.end_from(mark);
        for parameter in frame.into_iter().flat_map(|frame| frame.parameters).rev() {
            self.objects.end(parameter);
        }
        result
    }

    fn statement(&mut self, stmt: StmtId) -> Eval<Flow> {
        let span = self.cx.typed.stmts[stmt].span;
        self.step(span)?;
        let target = self.frame().target;
        let is_jumping = target.is_some();
        if target.is_some_and(|label| !self.cx.typed.holds_label(stmt, label)) {
            return self.pass(stmt);
        }
        match self.cx.typed.stmts[stmt].kind {
            StmtKind::Empty => Ok(Flow::Normal),
            StmtKind::Expr { expr, .. } => {
                self.scoped(|this| this.discard(expr))?;
                Ok(Flow::Normal)
            }
            StmtKind::Local { local, init } => self.declare(local, init),
            StmtKind::Block(_) => self.scoped(|this| this.block(stmt)),
            StmtKind::If { then, otherwise, .. } if is_jumping => {
                // A jump into one of the branches does not ask for the condition.
                let flow = self.statement(then)?;
                match otherwise {
                    Some(otherwise) if self.frame().target.is_some() => self.statement(otherwise),
                    Some(_) | None => Ok(flow),
                }
            }
            StmtKind::If { condition, then, otherwise } => {
                if self.scoped(|this| this.truth(condition))? {
                    self.statement(then)
                } else if let Some(otherwise) = otherwise {
                    self.statement(otherwise)
                } else {
                    Ok(Flow::Normal)
                }
            }
            StmtKind::Loop(ref node) => {
                let node = node.clone();
                self.run_loop(&node, span)
            }
            StmtKind::Switch { ref body, .. } if is_jumping => {
                let body = body.clone();
                match self.scoped(|this| this.sequence(&body))? {
                    Flow::Break => Ok(Flow::Normal),
                    flow @ (Flow::Normal | Flow::Continue | Flow::Return(_)) => Ok(flow),
                }
            }
            StmtKind::Switch { value, ref cases, ref body } => {
                let (cases, body) = (cases.clone(), body.clone());
                let value = self.scoped(|this| this.value(value))?;
                let chosen = value.as_int().and_then(|value| SwitchCase::chosen(&cases, value));
                let Some(case) = chosen else { return Ok(Flow::Normal) };
                let (passed, rest) = body.split_at(case.start as usize);
                let flow = self.scoped(|this| {
                    for &stmt in passed {
                        this.pass(stmt)?;
                    }
                    this.frame().target = Some(case.label);
                    this.sequence(rest)
                })?;
                match flow {
                    Flow::Break => Ok(Flow::Normal),
                    flow @ (Flow::Normal | Flow::Continue | Flow::Return(_)) => Ok(flow),
                }
            }
            StmtKind::Break => Ok(Flow::Break),
            StmtKind::Continue => Ok(Flow::Continue),
            StmtKind::Label(label) => {
                let target = &mut self.frame().target;
                *target = target.filter(|&target| target != label);
                Ok(Flow::Normal)
            }
            // [dcl.constexpr]/3: a constexpr function has none.
            StmtKind::Goto(_) => Err(self.fail(span, "jumps with `goto`")),
            StmtKind::Return(value) => Ok(Flow::Return(match value {
                Some(value) => self.scoped(|this| this.returned(value, span))?,
                None => Value::Indeterminate,
            })),
        }
    }

    /// The result of the running call, made in its place if it has one.
    fn returned(&mut self, value: ExprId, span: Span) -> Eval<Value> {
        match self.frame().result.take() {
            Some(place) if self.is_seen(value) => {
                self.make_at(&place, value)?;
                self.read(span, &place)
            }
            Some(_) | None => self.any(value),
        }
    }

    /// A jump passes the statement: of a declaration without an initialiser the variable is there
    /// all the same ([stmt.dcl]/3).
    fn pass(&mut self, stmt: StmtId) -> Eval<Flow> {
        if let StmtKind::Local { local, init } = self.cx.typed.stmts[stmt].kind
            && let ExprKind::Uninitialized = self.cx.typed.exprs[init].kind
        {
            return self.declare(local, init);
        }
        Ok(Flow::Normal)
    }

    /// The statements of a block, each looked up when its turn comes: checking what they call may
    /// add to the arena.
    fn block(&mut self, block: StmtId) -> Eval<Flow> {
        for index in 0.. {
            let StmtKind::Block(stmts) = &self.cx.typed.stmts[block].kind else { break };
            let Some(&stmt) = stmts.get(index) else { break };
            match self.statement(stmt)? {
                Flow::Normal => {}
                flow @ (Flow::Break | Flow::Continue | Flow::Return(_)) => return Ok(flow),
            }
        }
        Ok(Flow::Normal)
    }

    fn sequence(&mut self, stmts: &[StmtId]) -> Eval<Flow> {
        for &stmt in stmts {
            match self.statement(stmt)? {
                Flow::Normal => {}
                flow @ (Flow::Break | Flow::Continue | Flow::Return(_)) => return Ok(flow),
            }
        }
        Ok(Flow::Normal)
    }

    /// `({ ... value; })`
    pub(super) fn statement_expression(
        &mut self,
        stmts: &[StmtId],
        value: Option<ExprId>,
        span: Span,
    ) -> Eval<Value> {
        self.scoped(|this| match this.sequence(stmts)? {
            Flow::Normal => match value {
                Some(value) => this.any(value),
                None => Ok(Value::Indeterminate),
            },
            Flow::Break | Flow::Continue | Flow::Return(_) => {
                Err(this.fail(span, "leaves a statement expression"))
            }
        })
    }

    fn run_loop(&mut self, node: &Loop, span: Span) -> Eval<Flow> {
        // A jump into the loop does not ask for the condition of its first round.
        let mut first = node.test_at_end || self.frame().target.is_some();
        loop {
            if !first
                && let Some(condition) = node.condition
                && !self.scoped(|this| this.truth(condition))?
            {
                return Ok(Flow::Normal);
            }
            first = false;
            self.step(span)?;
            // A variable of the head is made anew in each iteration.
            let flow = self.scoped(|this| match this.sequence(&node.prologue)? {
                Flow::Normal => this.statement(node.body),
                flow @ (Flow::Break | Flow::Continue | Flow::Return(_)) => Ok(flow),
            })?;
            match flow {
                Flow::Normal | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Normal),
                Flow::Return(value) => return Ok(Flow::Return(value)),
            }
            if let Some(step) = node.step {
                self.scoped(|this| this.discard(step))?;
            }
        }
    }

    /// A variable comes into being. Temporaries end with the initialiser, unless a reference or a
    /// member of the object refers to them: `std::initializer_list` and aggregates with reference
    /// members extend lifetimes ([class.temporary]/6).
    fn declare(&mut self, local: LocalId, init: ExprId) -> Eval<Flow> {
        let ty = self.cx.typed.locals[local].ty;
        let extended = self.cx.typed.extended_temporaries(init);
        if self.is_seen(init) {
            // In its place: a constructor may let the address of the object out.
            let object = self.create_part(Value::Indeterminate, ty);
            self.frame().locals.insert(local, object.clone());
            self.destroying(&extended, |this| this.make_at(&object, init))?;
            self.complete_object(&object, ty, None);
            return Ok(Flow::Normal);
        }
        let mark = self.objects.mark();
        let address = match self.destroying(&extended, |this| this.any(init))? {
            Value::Address(address) if self.cx.types.is_ref(ty) => address,
            value => {
                let element = self.cx.element_of(ty);
                let extends = self.cx.types.class_of(element).is_some() && mentions_frame(&value);
                if !extends {
                    self.objects.end_from(mark);
                }
                self.create_object(value, ty, None)
            }
        };
        self.frame().locals.insert(local, address);
        Ok(Flow::Normal)
    }
}
