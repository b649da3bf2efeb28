//! Operands that are constants: division by zero, elements that an array does not have, loops that are never entered, and
//! implicit conversions that change a value.

use lang::base::{Applicability, Diagnostic, Pos, Span};

use super::flow::Walk;
use super::push;
use super::shift::ShiftOfCast;
use crate::Cx;
use crate::codes;
use crate::constexpr::value::Value;
use crate::ty::fundamental::FloatKind;
use crate::ty::{ArrayLen, Ty, TyKind};
use crate::typed::{BinaryOp, ConvertKind, ExprId, ExprKind, LocalId, UnaryOp};

impl Walk<'_, '_> {
    /// Warns of `x / 0` and `x % 0` of integers, which is undefined behaviour ([expr.mul]/4).
    pub(super) fn division(&mut self, op: BinaryOp, divisor: ExprId, span: Span) {
        if !matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            return;
        }
        let ty = self.cx.typed.exprs[divisor].ty;
        if !self.cx.types.is_integral(ty) || !self.is_literal(divisor) {
            return;
        }
        if self.cx.constant_of(divisor) != Some(Value::Int(0)) || self.is_in_constant_branch() {
            return;
        }
        let what = if op == BinaryOp::Div { "division" } else { "remainder of a division" };
        let message = format!("{what} by zero: its result is undefined");
        let at = self.cx.typed.exprs[divisor].span;
        let diagnostic = Diagnostic::new(codes::DIVISION_BY_ZERO, at, message)
            .label("this is 0")
            .secondary(span, "the division")
            .help("divide by a value that is not 0, or test the divisor first");
        push(&mut self.found, diagnostic);
    }

    /// Warns of `x << n` and `x >> n` where the constant `n` is negative or not less than the width ([expr.shift]/1).
    /// `promoted` is the type of the operation, `span` its place.
    pub(super) fn shift(
        &mut self,
        op: BinaryOp,
        promoted: Ty,
        (shifted, amount): (ExprId, ExprId),
        span: Span,
    ) {
        if !matches!(op, BinaryOp::Shl | BinaryOp::Shr)
            || self.is_dead()
            || self.is_in_constant_branch()
        {
            return;
        }
        let ty = self.cx.types.strip_cvref(promoted);
        let TyKind::Int(kind) = *self.cx.types.kind(ty) else { return };
        let width = kind.bits();
        let Some(Value::Int(value)) =
            self.is_literal(amount).then(|| self.cx.constant_of(amount)).flatten()
        else {
            return;
        };
        if (0..i128::from(width)).contains(&value) {
            return;
        }
        let message = format!("a shift of `{}` by {value} is undefined", self.cx.show(ty));
        let at = self.cx.typed.exprs[amount].span;
        let diagnostic = Diagnostic::new(codes::UNDEFINED_OPERATION, at, message)
            .label(format!("the type has {width} bits"));
        let diagnostic = match self.shift_of_narrowed(shifted, amount, span.lo) {
            Some(fix) => fix.add_to(diagnostic, Span { lo: span.lo, hi: at.hi }),
            None => diagnostic
                .help(format!("shift by 0 to {}, or convert to a wider type first", width - 1)),
        };
        push(&mut self.found, diagnostic);
    }

    /// The shift that is meant where the shifted value is a cast of a wider one.
    fn shift_of_narrowed(
        &self,
        shifted: ExprId,
        amount: ExprId,
        start: Pos,
    ) -> Option<ShiftOfCast> {
        let mut cast = shifted;
        loop {
            let ExprKind::Convert { operand, .. } = self.cx.typed.exprs[cast].kind else {
                return None;
            };
            let [from, to] =
                [operand, cast].map(|expr| self.cx.int_width(self.cx.typed.exprs[expr].ty));
            if let (Some(from), Some(to)) = (from, to)
                && from > to
            {
                return self.cx.shift_before(start, (operand, from), to, amount);
            }
            cast = operand;
        }
    }

    /// Warns of a sum, difference or product of constants that the type of its operands, a signed integer type, does not
    /// have ([expr.pre]/4).
    pub(super) fn overflow(&mut self, op: BinaryOp, (lhs, rhs): (ExprId, ExprId), span: Span) {
        if !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul) || self.is_dead() {
            return;
        }
        let ty = self.cx.types.strip_cvref(self.cx.typed.exprs[lhs].ty);
        let TyKind::Int(kind) = *self.cx.types.kind(ty) else { return };
        if !kind.is_signed() || ![lhs, rhs].into_iter().all(|operand| self.is_of_constants(operand))
        {
            return;
        }
        let (Some(Value::Int(a)), Some(Value::Int(b)), Some((low, high))) =
            (self.cx.constant_of(lhs), self.cx.constant_of(rhs), self.cx.int_range(ty))
        else {
            return;
        };
        let value = match op {
            BinaryOp::Add => a.checked_add(b),
            BinaryOp::Sub => a.checked_sub(b),
            _ => a.checked_mul(b),
        };
        let Some(value) = value.filter(|value| !(low..=high).contains(value)) else { return };
        if self.is_chosen_by_constants() {
            return;
        }
        let shown = self.cx.show(ty);
        let text = self.cx.one_line(span);
        let what = if text.is_empty() { "this".to_owned() } else { format!("`{text}`") };
        let message = format!("{what} overflows `{shown}`: the value would be {value}");
        let mut diagnostic = Diagnostic::new(codes::INTEGER_OVERFLOW, span, message)
            .label(format!("the largest `{shown}` is {high}"));
        let first = self.first_operand(lhs);
        let at = self.cx.typed.exprs[first].span;
        let operand = self.cx.unit.sources.text(at);
        let sources = self.cx.unit.sources;
        let is_written = sources.backtrace(span.lo).next().is_none();
        // Braces allow no conversion to the type around, and behind a cast the type is the cast's again.
        let before = Span { lo: Pos(span.lo.0.saturating_sub(1)), hi: span.lo };
        let is_first = at.lo == span.lo && sources.text(before) != "{";
        diagnostic = match i64::try_from(value) {
            Ok(_) if is_written && is_first && !operand.is_empty() => {
                let wide = format!("static_cast<long long>({operand})");
                let title = format!("compute in a wider type from the first operand on, `{wide}`");
                diagnostic.fix(title, Applicability::Maybe, at, wide)
            }
            _ => diagnostic.help("compute in a type that has the value"),
        };
        push(&mut self.found, diagnostic);
    }

    /// The leftmost operand of a row of sums and products.
    fn first_operand(&self, expr: ExprId) -> ExprId {
        match self.cx.typed.exprs[expr].kind {
            ExprKind::Binary { lhs, .. } => self.first_operand(lhs),
            _ => expr,
        }
    }

    /// Whether an expression is made of constants and of variables that are `const`.
    fn is_of_constants(&self, expr: ExprId) -> bool {
        match self.cx.typed.exprs[expr].kind {
            ExprKind::Const(_) => true,
            ExprKind::Convert { operand, .. } | ExprKind::Unary { operand, .. } => {
                self.is_of_constants(operand)
            }
            ExprKind::Binary { lhs, rhs, .. } => {
                self.is_of_constants(lhs) && self.is_of_constants(rhs)
            }
            ExprKind::Load(place) => match self.cx.typed.exprs[place].kind {
                ExprKind::Local(local) => {
                    self.cx.types.cv(self.cx.typed.locals[local].ty).is_const()
                }
                ExprKind::Global(_) => self.cx.types.cv(self.cx.typed.exprs[place].ty).is_const(),
                _ => false,
            },
            _ => false,
        }
    }

    /// Warns of `a[n]` where the array `a` has no element `n`, a constant ([expr.add]/4). The address of the one
    /// behind the last may be taken.
    pub(super) fn element(&mut self, pointer: ExprId, is_address: bool) {
        let ExprKind::PointerOffset { pointer, index, subtract: false } =
            self.cx.typed.exprs[pointer].kind
        else {
            return;
        };
        let ExprKind::Convert { kind: ConvertKind::ArrayToPointer, operand: array } =
            self.cx.typed.exprs[pointer].kind
        else {
            return;
        };
        let ty = self.cx.types.strip_cvref(self.cx.typed.exprs[array].ty);
        let TyKind::Array(_, ArrayLen::Known(len)) = *self.cx.types.kind(ty) else { return };
        let end = i128::from(len) + i128::from(is_address);
        if !self.is_literal(index) {
            return self.counted_element(array, index, len, end);
        }
        if self.is_dead() || self.is_behind_constant {
            return;
        }
        let Some(Value::Int(value)) = self.cx.constant_of(index) else { return };
        // The last member of a class may be an array of no length or of one, as in C.
        let is_member = matches!(self.cx.typed.exprs[array].kind, ExprKind::Field { .. });
        if (0..end).contains(&value) || is_member && len <= 1 || self.is_chosen_by_constants() {
            return;
        }
        let text = self.cx.one_line(self.cx.typed.exprs[array].span);
        let elements = super::counted(usize::try_from(len).unwrap_or(usize::MAX), "element");
        let message = format!("index {value} is outside: `{text}` has {elements}");
        let at = self.cx.typed.exprs[index].span;
        let mut diagnostic = Diagnostic::new(codes::UNDEFINED_OPERATION, at, message)
            .label("the first element has index 0");
        if let Some(last) = len.checked_sub(1) {
            diagnostic = diagnostic.help(format!("the last one is `{text}[{last}]`"));
        }
        push(&mut self.found, diagnostic);
    }

    /// Warns of a loop whose condition is false when it is first tested: `for (int i = 7; i < 0; --i)`.
    pub(super) fn first_test(&mut self, condition: ExprId, initial: Option<(LocalId, i128)>) {
        let Some((local, first)) = initial else { return };
        let ExprKind::Binary { op, lhs, rhs } = self.cx.typed.exprs[condition].kind else { return };
        if !self.is_read_of(lhs, local) && !self.is_read_of(rhs, local) {
            return;
        }
        // No conversion changes a value of these types.
        let declared = self.cx.typed.locals[local].ty;
        let compared = self.cx.typed.exprs[lhs].ty;
        if self.cx.types.cv(declared).is_volatile()
            || ![declared, compared].into_iter().all(|ty| self.holds(ty, first))
        {
            return;
        }
        let side = |expr: ExprId| match self.is_read_of(expr, local) {
            true => Some(first),
            false => self.written_int(expr),
        };
        let (Some(a), Some(b)) = (side(lhs), side(rhs)) else { return };
        let holds = match op {
            BinaryOp::Lt => a < b,
            BinaryOp::Gt => a > b,
            BinaryOp::Le => a <= b,
            BinaryOp::Ge => a >= b,
            BinaryOp::Ne => a != b,
            _ => return,
        };
        if holds || self.is_dead() || self.is_in_constant_branch() {
            return;
        }
        let name = self.cx.typed.locals[local].name.map_or("", |name| self.cx.text(name));
        let at = self.cx.typed.exprs[condition].span;
        let text = self.cx.one_line(at);
        // Of a macro the bound is not written here.
        if text.is_empty() {
            return;
        }
        let message =
            format!("the loop never runs: `{name}` begins with {first}, so `{text}` is false");
        let declared = self.cx.typed.locals[local].span;
        let diagnostic = Diagnostic::new(codes::LOOP_NOT_ENTERED, at, message)
            .label("false when it is first tested")
            .secondary(declared, format!("{first} is the first value"))
            .help("a loop runs as long as its condition is true");
        push(&mut self.found, diagnostic);
    }

    /// Whether a type is a signed integer type that has a value.
    fn holds(&mut self, ty: Ty, value: i128) -> bool {
        let ty = self.cx.types.strip_cv(ty);
        let range = match self.cx.types.kind(ty) {
            TyKind::Int(kind) if kind.is_signed() => self.cx.int_range(ty),
            _ => None,
        };
        range.is_some_and(|(low, high)| low <= value && value <= high)
    }

    pub(super) fn is_read_of(&self, expr: ExprId, local: LocalId) -> bool {
        match self.cx.typed.exprs[expr].kind {
            ExprKind::Load(place) => {
                matches!(self.cx.typed.exprs[place].kind, ExprKind::Local(read) if read == local)
            }
            ExprKind::Convert { operand, .. } => self.is_read_of(operand, local),
            _ => false,
        }
    }

    /// The value of an integer that is written with digits, not computed from the arguments of a template.
    pub(super) fn written_int(&self, expr: ExprId) -> Option<i128> {
        let span = self.cx.typed.exprs[expr].span;
        let text = self.cx.unit.sources.text(span);
        let digits = text.strip_prefix('-').unwrap_or(text);
        if !digits.starts_with(|c: char| c.is_ascii_digit())
            || !digits.chars().all(|c| c.is_ascii_alphanumeric() || c == '\'')
        {
            return None;
        }
        self.literal_int(expr)
    }

    fn literal_int(&self, expr: ExprId) -> Option<i128> {
        match &self.cx.typed.exprs[expr].kind {
            ExprKind::Const(Value::Int(value)) => Some(*value),
            ExprKind::Convert { kind: ConvertKind::IntToInt | ConvertKind::NoOp, operand } => {
                self.literal_int(*operand)
            }
            ExprKind::Unary { op: UnaryOp::Neg, operand } => Some(-self.literal_int(*operand)?),
            _ => None,
        }
    }

    /// Whether an expression is made of constants alone, so that its value is known without running
    /// anything.
    pub(super) fn is_literal(&self, expr: ExprId) -> bool {
        match &self.cx.typed.exprs[expr].kind {
            ExprKind::Const(_) => true,
            ExprKind::Convert { operand, .. } | ExprKind::Unary { operand, .. } => {
                self.is_literal(*operand)
            }
            ExprKind::Binary { lhs, rhs, .. } => self.is_literal(*lhs) && self.is_literal(*rhs),
            _ => false,
        }
    }

    /// Whether a condition around is constant, and the branch may be one that is never taken.
    pub(super) fn is_in_constant_branch(&self) -> bool {
        self.conditions.iter().any(|&condition| self.is_partly_literal(condition))
    }

    /// The same where conditions that only evaluation shows to be constant count too.
    pub(super) fn is_chosen_by_constants(&mut self) -> bool {
        self.is_in_constant_branch()
            || self.conditions.clone().into_iter().any(|condition| self.is_decided(condition))
    }

    /// Whether a condition, or an operand of its `&&` and `||`, is constant or a variable that is initialised by a constant.
    pub(super) fn is_decided(&mut self, condition: ExprId) -> bool {
        match self.cx.typed.exprs[condition].kind {
            ExprKind::Logical { lhs, rhs, .. } => self.is_decided(lhs) || self.is_decided(rhs),
            ExprKind::Convert { operand, .. } | ExprKind::Unary { operand, .. } => {
                self.is_decided(operand)
            }
            ExprKind::Load(place)
                if let ExprKind::Local(local) = self.cx.typed.exprs[place].kind =>
            {
                self.cx.typed.locals[local].ty == Ty::BOOL
                    || self.cx.constant_of(condition).is_some()
            }
            _ => self.cx.constant_of(condition).is_some(),
        }
    }

    /// Whether a condition, or an operand of its `&&` and `||`, is constant.
    fn is_partly_literal(&self, condition: ExprId) -> bool {
        match self.cx.typed.exprs[condition].kind {
            ExprKind::Logical { lhs, rhs, .. } => {
                self.is_partly_literal(lhs) || self.is_partly_literal(rhs)
            }
            ExprKind::Convert { operand, .. } => self.is_partly_literal(operand),
            _ => self.is_literal(condition),
        }
    }

    /// A conversion that no cast asks for.
    pub(super) fn conversion(&mut self, expr: ExprId, kind: ConvertKind, operand: ExprId) {
        if !self.cx.check.lint.implicit.contains(&expr) || self.is_in_constant_branch() {
            return;
        }
        let node = &self.cx.typed.exprs[expr];
        let (to, span) = (node.ty, self.cx.typed.exprs[operand].span);
        let from = self.cx.typed.exprs[operand].ty;
        if kind == ConvertKind::IntToFloat {
            return self.converted_quotient(operand, to);
        }
        let value = if self.is_literal(operand) { self.cx.constant_of(operand) } else { None };
        match value {
            Some(value) => self.constant_conversion(kind, &value, from, to, span),
            None => self.value_conversion(kind, from, to, span),
        }
    }

    /// Warns of `float x = 1 / n`: the quotient of integers is an integer.
    fn converted_quotient(&mut self, quotient: ExprId, to: Ty) {
        let ExprKind::Binary { op: BinaryOp::Div, lhs, rhs } = self.cx.typed.exprs[quotient].kind
        else {
            return;
        };
        let Some(dividend) = self.written_int(lhs).filter(|&dividend| dividend != 0) else {
            return;
        };
        let is_exact = match self.cx.constant_of(rhs) {
            Some(Value::Int(by)) => by == 0 || dividend % by == 0,
            _ => false,
        };
        if is_exact || self.is_dead() {
            return;
        }
        let (span, at) = (self.cx.typed.exprs[quotient].span, self.cx.typed.exprs[lhs].span);
        let text = self.cx.one_line(span);
        let what = if text.is_empty() { "this".to_owned() } else { format!("`{text}`") };
        let message = format!(
            "{what} is a division of integers: its fraction is lost before the conversion to `{}`",
            self.cx.show(to)
        );
        let suffix = match self.cx.types.float_of(self.cx.types.strip_cvref(to)) {
            Some(FloatKind::F64 | FloatKind::LongDouble) => ".0",
            _ => ".0f",
        };
        let number = format!("{}{suffix}", self.cx.unit.sources.text(at));
        let diagnostic = Diagnostic::new(codes::INTEGER_DIVISION, span, message).fix(
            format!("write `{number}`, which makes it a division of floating-point numbers"),
            Applicability::Maybe,
            at,
            number,
        );
        push(&mut self.found, diagnostic);
    }

    fn constant_conversion(
        &mut self,
        kind: ConvertKind,
        value: &Value,
        from: Ty,
        to: Ty,
        span: Span,
    ) {
        let becomes = match (kind, value) {
            (ConvertKind::FloatToInt, Value::Float(bits)) => match self.cx.float_value(from, *bits)
            {
                Some(value) if value.fract() == 0.0 && value.abs() < 9.0e15 => return,
                Some(value) if value.abs() < 9.0e15 => Some(format!("{}", value.trunc())),
                Some(_) => None,
                None => return,
            },
            (ConvertKind::IntToInt, Value::Int(value)) => match self.cx.wrapped(*value, to) {
                Some(wrapped) if wrapped == *value => return,
                // All bits set, as in `unsigned mask = -1`, and the upper half written in hexadecimal.
                Some(_) if self.cx.keeps_bits(*value, to) => return,
                Some(wrapped) => Some(wrapped.to_string()),
                None => return,
            },
            _ => return,
        };
        let (shown, target) = (self.cx.show_value(value, from), self.cx.show(to));
        let message = match &becomes {
            Some(becomes) => format!("the conversion to `{target}` changes {shown} to {becomes}"),
            None => format!("{shown} does not fit in `{target}`: the result is undefined"),
        };
        let mut diagnostic = Diagnostic::new(codes::CONSTANT_CONVERSION, span, message);
        if let Some(becomes) = becomes {
            let title = format!("write `{becomes}`, or declare a type that has the value {shown}");
            diagnostic = diagnostic.fix(title, Applicability::Maybe, span, becomes);
        }
        push(&mut self.found, diagnostic);
    }

    fn value_conversion(&mut self, kind: ConvertKind, from: Ty, to: Ty, span: Span) {
        let narrows = match kind {
            ConvertKind::FloatToInt => true,
            ConvertKind::FloatToFloat => {
                matches!(self.cx.types.float_of(from), Some(FloatKind::F64))
                    && !matches!(
                        self.cx.types.float_of(to),
                        Some(FloatKind::F64 | FloatKind::LongDouble)
                    )
            }
            ConvertKind::IntToInt => {
                let width = |ty| match self.cx.types.kind(ty) {
                    TyKind::Int(kind) => kind.bits(),
                    _ => 0,
                };
                width(from) >= 64 && (1..64).contains(&width(to))
            }
            _ => false,
        };
        if !narrows {
            return;
        }
        let (from, to) = (self.cx.show(from), self.cx.show(to));
        let message = format!("the conversion of `{from}` to `{to}` may change the value");
        let mut diagnostic = Diagnostic::new(codes::VALUE_CONVERSION, span, message);
        let text = self.cx.unit.sources.text(span);
        if !text.is_empty() {
            let fix = format!("static_cast<{to}>({text})");
            diagnostic = diagnostic.fix(format!("write `{fix}`"), Applicability::Maybe, span, fix);
        }
        push(&mut self.found, diagnostic);
    }
}

impl Cx<'_> {
    fn float_value(&self, ty: Ty, bits: u64) -> Option<f64> {
        match self.types.float_of(ty)? {
            FloatKind::F64 | FloatKind::LongDouble => Some(f64::from_bits(bits)),
            FloatKind::F32 => u32::try_from(bits).ok().map(|bits| f64::from(f32::from_bits(bits))),
            _ => None,
        }
    }

    /// The value of an integer after conversion ([conv.integral]/3).
    fn wrapped(&mut self, value: i128, to: Ty) -> Option<i128> {
        let (low, high) = self.int_range(to)?;
        let range = high.checked_sub(low)?.checked_add(1)?;
        Some((value.checked_sub(low)?).rem_euclid(range) + low)
    }

    /// Whether a value has a meaning of its own as a pattern of the bits of `to`.
    fn keeps_bits(&mut self, value: i128, to: Ty) -> bool {
        let TyKind::Int(kind) = self.types.kind(to) else { return true };
        let bits = kind.bits();
        bits >= 64 || (-(1i128 << (bits - 1)) <= value && value < 1i128 << bits)
    }
}
