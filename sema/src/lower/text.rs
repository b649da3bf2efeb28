//! `printf` and `assert`: operations with text.
//!
//! The text is part of the IR, so it must be known: a literal, or a constant that points to one. The
//! arguments of `printf` undergo the default argument promotions ([expr.call]/12), those of tiles
//! element by element, so that the operands' IR types say what a conversion prints. An argument
//! that is text itself becomes part of the format.

use ir::assertion::Assertion;
use ir::printf::{Conversion, Piece, pieces, push_text};
use ir::{Elem, Scalar, Value};
use lang::base::Span;

use super::intrinsic::Call;
use super::storage::{Leaf, SlotPlace};
use super::{Low, Lowerer};
use crate::codes;
use crate::constexpr::value::Text;
use crate::ty::{Ty, TyKind};
use crate::typed::{ConvertKind, ExprId, ExprKind};

impl Lowerer<'_, '_> {
    /// `printf(format, arguments...)`; its value is the number of arguments, as on a device.
    pub(super) fn print(&mut self, call: &Call) -> Low<Option<Value>> {
        let format = self.text(call, 0)?;
        let mut arguments = call.exprs.iter().zip(&call.texts).skip(1);
        let mut values = call.args.iter();
        let (mut text, mut operands) = (String::new(), Vec::new());
        for piece in pieces(&format) {
            let (spec, written) = match piece {
                Piece::Text(plain) => {
                    text.push_str(plain);
                    continue;
                }
                Piece::Percent => {
                    text.push_str("%%");
                    continue;
                }
                Piece::Conversion { spec, written } => (spec, written),
            };
            let Some((&argument, known)) = arguments.next() else {
                // Of a conversion without an argument prints what is written.
                push_text(&mut text, written);
                continue;
            };
            if let Some(known) = known {
                push_text(&mut text, &spec.text(known));
                continue;
            }
            let span = self.cx.typed.exprs[argument].span;
            if spec.conversion == Conversion::Text {
                let message = "only text that is known while compiling can be printed with `%s`";
                return self.error(codes::TEXT_NOT_LITERAL, span, message);
            }
            let Some(&value) = values.next() else {
                push_text(&mut text, written);
                continue;
            };
            text.push_str(written);
            let ty = self.cx.typed.exprs[argument].ty;
            operands.push(self.promote(value, ty, span)?);
        }
        let token = self.token();
        let token = self.ins().print_tko(operands, token, text.into());
        self.set_token(token);
        let count = self.int_constant(Scalar::I32, call.exprs.len() as i128 - 1);
        Ok(call.result.map(|_| count))
    }

    /// Stops where a condition does not hold.
    pub(super) fn assertion(&mut self, call: &Call) -> Low<Option<Value>> {
        let (text, file, function) =
            (self.text(call, 1)?, self.text(call, 2)?, self.text(call, 4)?);
        let line = call.args.get(1).and_then(|&line| self.constant_int(line, false)).unwrap_or(0);
        let assertion = Assertion {
            file: &file,
            line: u32::try_from(line).unwrap_or(0),
            function: &function,
            text: &text,
        };
        self.ins().assert(call.args[0], assertion.to_string().into());
        Ok(None)
    }

    /// The default argument promotions: integers become at least `int`, floats `double`.
    fn promote(&mut self, value: Value, ty: Ty, span: Span) -> Low<Value> {
        let Some(Elem::Scalar(scalar)) = self.types.elem(self.function.value_type(value)) else {
            return Ok(value);
        };
        if scalar.is_float() {
            return Ok(self.convert(value, true, Scalar::F64, true));
        }
        if scalar.bits() >= 32 {
            return Ok(value);
        }
        let mut source = match &*self.layout(ty, span)?.leaves {
            [leaf] => leaf.ty,
            _ => ty,
        };
        if let TyKind::Tile { elem, .. } = *self.kind(source) {
            source = elem;
        }
        let signed = self.cx.types.int_of(source).is_some_and(|kind| kind.is_signed());
        Ok(self.convert(value, signed, Scalar::I32, true))
    }

    pub(super) fn is_char_pointer(&self, argument: ExprId) -> bool {
        let ty = self.cx.typed.exprs[argument].ty;
        let pointee = self.cx.types.pointee(ty);
        pointee.is_some_and(|pointee| self.cx.types.strip_cv(pointee) == Ty::CHAR)
    }

    /// The text that a pointer leads to, up to its terminating null, or else its value. Known is
    /// the text of a literal, of a constant array, of a parameter that was given one.
    pub(super) fn char_pointer(
        &mut self,
        argument: ExprId,
    ) -> Low<(Option<String>, Option<Value>)> {
        if let Some(text) = self.literal(argument) {
            return Ok((Some(text.to_text()), None));
        }
        let leaf = self.pointer(argument)?;
        if let Leaf::Address(place) = &leaf
            && let Some(bytes) = self.known_bytes(**place)
        {
            return Ok((Some(text_of(&bytes)), None));
        }
        let (ty, span) = (self.cx.typed.exprs[argument].ty, self.cx.typed.exprs[argument].span);
        let ir = self.value_type(ty, span)?;
        Ok((None, Some(self.leaf_value(&leaf, ir, span)?)))
    }

    /// The constants from a place on, up to and with a null.
    fn known_bytes(&self, place: SlotPlace) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        loop {
            let next = self.leaf_ref(place.moved(bytes.len() as i64))?;
            let Leaf::Value(value) = *self.leaf(next) else { return None };
            let byte = self.constant_bits(value)? as u8;
            bytes.push(byte);
            if byte == 0 {
                return Some(bytes);
            }
        }
    }

    /// The string literal that an expression decays from.
    fn literal(&self, mut expr: ExprId) -> Option<&Text> {
        loop {
            match &self.cx.typed.exprs[expr].kind {
                ExprKind::String(text) => return Some(text),
                ExprKind::Convert {
                    kind: ConvertKind::ArrayToPointer | ConvertKind::NoOp,
                    operand,
                } => expr = *operand,
                _ => return None,
            }
        }
    }

    /// The text that an operation cannot do without.
    pub(super) fn text(&mut self, call: &Call, index: usize) -> Low<String> {
        match call.texts.get(index) {
            Some(Some(text)) => Ok(text.clone()),
            Some(None) | None => {
                let message = "the text must be known while compiling";
                self.error(codes::TEXT_NOT_LITERAL, call.span, message)
            }
        }
    }
}

fn text_of(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}
