//! Formats of `printf` and the arguments they print (C11 7.21.6.1): each conversion takes an argument of its kind, and the
//! elements of a tile are printed by one conversion.

use ir::printf::{Conversion, Piece, pieces};
use lang::base::{Applicability, Diagnostic, Span};

use super::{Finding, counted, push};
use crate::Cx;
use crate::codes;
use crate::ty::{Ty, TyKind};
use crate::typed::{ConvertKind, ExprId, ExprKind};

/// The mnemonic of `printf`.
const PRINT: &str = "print";

/// What an argument is behind the default argument promotions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Printed {
    Integer { is_wide: bool, is_signed: bool },
    Float,
    Pointer,
}

/// A conversion of a format, and where it stands in the source if its text is that of the format.
struct WrittenConversion<'f> {
    conversion: Conversion,
    text: &'f str,
    span: Option<Span>,
}

impl Cx<'_> {
    pub(super) fn find_wrong_formats(&self, exprs: &[ExprId], found: &mut Vec<Finding>) {
        for &expr in exprs {
            let ExprKind::Call { callee, arguments, .. } = &self.typed.exprs[expr].kind else {
                continue;
            };
            let is_print =
                self.entities[*callee].intrinsic.is_some_and(|name| self.text(name) == PRINT);
            if is_print
                && self.is_users_text(self.typed.exprs[expr].span)
                && let [format, values @ ..] = &**arguments
            {
                self.check_format(*format, values, found);
            }
        }
    }

    fn check_format(&self, format: ExprId, values: &[ExprId], found: &mut Vec<Finding>) {
        let Some((literal, text)) = self.literal_format(format) else { return };
        let conversions = self.conversions(literal, &text);
        // The width of `%*d` is an argument of its own.
        if conversions.iter().any(|written| written.text.contains('*')) || text.contains("%*") {
            return;
        }
        let n_conversions = conversions.len();
        // With a value too few or too many, those in front may belong to other conversions.
        if let Some(written) = conversions.get(values.len()) {
            let message = format!(
                "`{}` has no argument: the format has {}, but {}",
                written.text,
                counted(n_conversions, "conversion"),
                match values.len() {
                    1 => "1 value follows".to_owned(),
                    n => format!("{} follow", counted(n, "value")),
                }
            );
            let span = written.span.unwrap_or(literal);
            let diagnostic =
                Diagnostic::new(codes::FORMAT, span, message).label("has no argument").help(
                    "pass a value for each conversion, in their order; `%%` prints a percent sign",
                );
            push(found, diagnostic);
        } else if let Some(&extra) = values.get(n_conversions) {
            let message = format!(
                "this argument is not printed: the format has {}",
                counted(n_conversions, "conversion")
            );
            let diagnostic = Diagnostic::new(codes::FORMAT, self.typed.exprs[extra].span, message)
                .label("no conversion is left for it")
                .secondary(literal, "the format")
                .help("add a conversion to the format, as `%d` or `%f`, or remove the argument");
            push(found, diagnostic);
        } else {
            for (written, &value) in conversions.iter().zip(values) {
                self.check_argument(written, value, literal, found);
            }
        }
    }

    fn check_argument(
        &self,
        written: &WrittenConversion<'_>,
        value: ExprId,
        literal: Span,
        found: &mut Vec<Finding>,
    ) {
        let ty = self.typed.exprs[value].ty;
        let Some(argument) = self.argument(ty) else { return };
        let is_long = written.text.contains(['l', 'j', 'z', 't', 'q']);
        let takes = match written.conversion {
            Conversion::Natural | Conversion::Text => return,
            Conversion::Signed
            | Conversion::Unsigned
            | Conversion::Octal
            | Conversion::Hex { .. } => match argument {
                Printed::Integer { is_wide, .. } if is_wide == is_long => return,
                _ if is_long => "an integer of 64 bits",
                _ => "an `int`",
            },
            Conversion::Char => match argument {
                Printed::Integer { .. } => return,
                _ => "a character",
            },
            Conversion::Fixed | Conversion::Exponent { .. } | Conversion::General { .. } => {
                match argument {
                    Printed::Float => return,
                    _ => "a floating-point number",
                }
            }
            Conversion::Pointer => match argument {
                Printed::Pointer => return,
                _ => "a pointer",
            },
        };
        let span = self.typed.exprs[value].span;
        let message = match self.unit.sources.text(span) {
            "" => format!(
                "`{}` prints {takes}, but its argument is `{}`",
                written.text,
                self.show(ty)
            ),
            text => {
                format!("`{}` prints {takes}, but `{text}` is `{}`", written.text, self.show(ty))
            }
        };
        let fitting = fitting(written, argument);
        let mut diagnostic = Diagnostic::new(codes::FORMAT, span, message)
            .label(format!("is `{}`", self.show(ty)))
            .secondary(written.span.unwrap_or(literal), "the conversion");
        diagnostic = match written.span {
            Some(at) => {
                diagnostic.fix(format!("write `{fitting}`"), Applicability::Maybe, at, fitting)
            }
            None => diagnostic.help(format!("write `{fitting}` in the format")),
        };
        push(found, diagnostic);
    }

    /// The literal that a format is, and its text.
    fn literal_format(&self, mut format: ExprId) -> Option<(Span, String)> {
        loop {
            match &self.typed.exprs[format].kind {
                ExprKind::String(text) => {
                    return Some((self.typed.exprs[format].span, text.to_text()));
                }
                ExprKind::Convert {
                    kind: ConvertKind::ArrayToPointer | ConvertKind::NoOp,
                    operand,
                } => format = *operand,
                _ => return None,
            }
        }
    }

    fn conversions<'f>(&self, literal: Span, text: &'f str) -> Vec<WrittenConversion<'f>> {
        let in_source = self.spans_of_conversions(literal);
        let conversions = pieces(text).into_iter().filter_map(|piece| match piece {
            Piece::Conversion { spec, written } => Some((spec.conversion, written)),
            Piece::Text(_) | Piece::Percent => None,
        });
        let mut found: Vec<WrittenConversion<'f>> = conversions
            .map(|(conversion, text)| WrittenConversion { conversion, text, span: None })
            .collect();
        if found.len() == in_source.len() {
            for (written, span) in found.iter_mut().zip(in_source) {
                written.span = (self.unit.sources.text(span) == written.text).then_some(span);
            }
        }
        found
    }

    /// Where conversions stand in a literal that is one token of the user's.
    fn spans_of_conversions(&self, literal: Span) -> Vec<Span> {
        let sources = self.unit.sources;
        let text = sources.text(literal);
        let is_plain = text.len() >= 2
            && text.starts_with('"')
            && text.ends_with('"')
            && !text[1..text.len() - 1].replace("\\\"", "").contains('"')
            && sources.backtrace(literal.lo).next().is_none();
        if !is_plain {
            return Vec::new();
        }
        let mut spans = Vec::new();
        let mut at = 0;
        for piece in pieces(text) {
            let length = match piece {
                Piece::Text(text) => text.len(),
                Piece::Percent => "%%".len(),
                Piece::Conversion { written, .. } => {
                    let lo = literal.lo.offset(at as u32);
                    spans.push(Span { lo, hi: lo.offset(written.len() as u32) });
                    written.len()
                }
            };
            at += length;
        }
        spans
    }

    fn argument(&self, ty: Ty) -> Option<Printed> {
        let ty = self.tile_of(ty).map_or(ty, |(elem, _)| elem);
        match self.types.kind(self.types.strip_cv(ty)) {
            TyKind::Bool => Some(Printed::Integer { is_wide: false, is_signed: true }),
            TyKind::Int(kind) => {
                let is_wide = kind.bits() > 32;
                // Narrower types become `int`.
                let is_signed = kind.is_signed() || kind.bits() < 32;
                Some(Printed::Integer { is_wide, is_signed })
            }
            TyKind::Float(_) => Some(Printed::Float),
            TyKind::Pointer(_) => Some(Printed::Pointer),
            _ => None,
        }
    }
}

/// The conversion with the flags and the width of another one that prints an argument.
fn fitting(written: &WrittenConversion<'_>, argument: Printed) -> String {
    let end = written.text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(written.text.len());
    let flags = &written.text[..end];
    let keeps_base = matches!(written.conversion, Conversion::Octal | Conversion::Hex { .. });
    let letter = match argument {
        Printed::Integer { .. } if keeps_base => {
            &written.text[written.text.len().saturating_sub(1)..]
        }
        Printed::Integer { is_signed: true, .. } => "d",
        Printed::Integer { is_signed: false, .. } => "u",
        Printed::Float => "f",
        Printed::Pointer => return "%p".to_owned(),
    };
    let length = if matches!(argument, Printed::Integer { is_wide: true, .. }) { "ll" } else { "" };
    format!("{flags}{length}{letter}")
}
