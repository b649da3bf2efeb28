//! The grammar of `#if` conditions ([cpp.cond], [expr.const] over integers), evaluated while it is parsed.
//!
//! Parsing by operator precedence: operators and parentheses that wait for their right operand are on a stack of its own, so that
//! nesting does not deepen the machine's. There is no assignment. A condition is a constant-expression, so a comma needs parentheses, or the `?` and `:` around
//! it ([expr.cond]).
//!
//! Toolkits have tens of thousands of conditions, most with one to three terminals: each terminal is looked at once.

use smallvec::SmallVec;

use super::condition::{Binary, Terminal, Unary, Value};
use crate::lex::TokenKind;

/// The first terminal that no condition has at its place; none if the condition ends too early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unexpected(pub(super) Option<usize>);

/// What waits for an operand to its right.
#[derive(Clone, Copy)]
enum Waiting {
    Unary(Unary),
    /// With the left operand and the number of the operator's terminal.
    Binary(Value, Binary, usize),
    Parenthesis,
    /// `test ?`
    Question(Value),
    /// `test ? chosen :`
    Colon(Value, Value),
    /// `left ,`
    Comma(Value),
}

/// How tightly an operator binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Comma,
    Conditional,
    LogicalOr,
    LogicalAnd,
    Or,
    Xor,
    And,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Prefix,
}

/// Evaluates a condition.
pub(super) fn evaluate(terminals: &[Terminal]) -> Result<Value, Unexpected> {
    let mut stack: SmallVec<[Waiting; 8]> = SmallVec::new();
    let mut operand: Option<Value> = None;
    for (at, &terminal) in terminals.iter().enumerate() {
        let unexpected = Err(Unexpected(Some(at)));
        let kind = match (terminal, operand) {
            (Terminal::Value(value), None) => {
                operand = Some(value);
                continue;
            }
            (Terminal::Value(_), Some(_)) => return unexpected,
            (Terminal::Operator(kind), _) => kind,
        };
        let Some(value) = operand else {
            stack.push(match (kind, prefix(kind)) {
                (TokenKind::LParen, _) => Waiting::Parenthesis,
                (_, Some(operator)) => Waiting::Unary(operator),
                (_, None) => return unexpected,
            });
            continue;
        };
        operand = None;
        if let Some((operator, level)) = binary(kind) {
            let left = reduce(&mut stack, value, level);
            stack.push(Waiting::Binary(left, operator, at));
            continue;
        }
        match kind {
            TokenKind::Question => {
                let test = reduce(&mut stack, value, Level::LogicalOr);
                stack.push(Waiting::Question(test));
            }
            TokenKind::Colon => {
                let chosen = reduce(&mut stack, value, Level::Comma);
                let Some(Waiting::Question(test)) = stack.pop() else { return unexpected };
                stack.push(Waiting::Colon(test, chosen));
            }
            TokenKind::Comma => {
                let left = reduce(&mut stack, value, Level::Comma);
                // Nothing is open at the end of the stack: it is the condition's own comma.
                if stack.is_empty() {
                    return unexpected;
                }
                stack.push(Waiting::Comma(left));
            }
            TokenKind::RParen => {
                let inner = reduce(&mut stack, value, Level::Comma);
                let Some(Waiting::Parenthesis) = stack.pop() else { return unexpected };
                operand = Some(inner);
            }
            _ => return unexpected,
        }
    }
    let Some(value) = operand else { return Err(Unexpected(None)) };
    let value = reduce(&mut stack, value, Level::Comma);
    if stack.is_empty() { Ok(value) } else { Err(Unexpected(None)) }
}

/// Gives `value` to the operators that wait for it and bind as tightly as `level` or more so. Those of one level associate to the
/// left, but conditional operators to the right.
fn reduce(stack: &mut SmallVec<[Waiting; 8]>, mut value: Value, level: Level) -> Value {
    while let Some(&waiting) = stack.last() {
        let (of_waiting, reduced) = match waiting {
            Waiting::Unary(operator) => (Level::Prefix, value.unary(operator)),
            Waiting::Binary(left, operator, at) => {
                (level_of(operator), left.binary(operator, at, value))
            }
            Waiting::Colon(test, chosen) => (Level::Conditional, test.choose(chosen, value)),
            Waiting::Comma(left) => (Level::Comma, left.then(value)),
            Waiting::Parenthesis | Waiting::Question(_) => break,
        };
        if of_waiting < level {
            break;
        }
        value = reduced;
        stack.pop();
    }
    value
}

fn prefix(kind: TokenKind) -> Option<Unary> {
    Some(match kind {
        TokenKind::Plus => Unary::Plus,
        TokenKind::Minus => Unary::Minus,
        TokenKind::Tilde => Unary::Complement,
        TokenKind::Bang => Unary::Not,
        _ => return None,
    })
}

fn binary(kind: TokenKind) -> Option<(Binary, Level)> {
    let operator = match kind {
        TokenKind::Star => Binary::Multiply,
        TokenKind::Slash => Binary::Divide,
        TokenKind::Percent => Binary::Remainder,
        TokenKind::Plus => Binary::Add,
        TokenKind::Minus => Binary::Subtract,
        TokenKind::Shl => Binary::ShiftLeft,
        TokenKind::Shr => Binary::ShiftRight,
        TokenKind::Lt => Binary::Less,
        TokenKind::Gt => Binary::Greater,
        TokenKind::LtEq => Binary::LessEqual,
        TokenKind::GtEq => Binary::GreaterEqual,
        TokenKind::EqEq => Binary::Equal,
        TokenKind::NotEq => Binary::NotEqual,
        TokenKind::Amp => Binary::And,
        TokenKind::Caret => Binary::Xor,
        TokenKind::Pipe => Binary::Or,
        TokenKind::AmpAmp => Binary::LogicalAnd,
        TokenKind::PipePipe => Binary::LogicalOr,
        _ => return None,
    };
    Some((operator, level_of(operator)))
}

fn level_of(operator: Binary) -> Level {
    match operator {
        Binary::Multiply | Binary::Divide | Binary::Remainder => Level::Product,
        Binary::Add | Binary::Subtract => Level::Sum,
        Binary::ShiftLeft | Binary::ShiftRight => Level::Shift,
        Binary::Less | Binary::Greater | Binary::LessEqual | Binary::GreaterEqual => {
            Level::Relation
        }
        Binary::Equal | Binary::NotEqual => Level::Equality,
        Binary::And => Level::And,
        Binary::Xor => Level::Xor,
        Binary::Or => Level::Or,
        Binary::LogicalAnd => Level::LogicalAnd,
        Binary::LogicalOr => Level::LogicalOr,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A condition of numbers and operators.
    fn evaluated(text: &str) -> Result<i64, Option<usize>> {
        let mut raw = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let pairs = ["||", "&&", "<<", ">>", "<=", ">=", "==", "!="];
            let is_pair = pairs.iter().any(|pair| rest.starts_with(pair));
            let length = if digits > 0 { digits } else { 1 + usize::from(is_pair) };
            raw.push(&rest[..length]);
            rest = rest[length..].trim_start();
        }
        let terminal = |word: &&str| match word.parse() {
            Ok(number) => Terminal::Value(Value::signed(number)),
            Err(_) => {
                let kind = TokenKind::ALL.iter().find(|kind| kind.text() == *word);
                Terminal::Operator(*kind.expect("an operator"))
            }
        };
        let terminals: Vec<Terminal> = raw.iter().map(terminal).collect();
        evaluate(&terminals).map(|value| value.bits as i64).map_err(|error| error.0)
    }

    #[test]
    fn operators_bind_as_in_the_standard() {
        let cases = [
            ("1 + 2 * 3", 7),
            ("10 - 3 - 2", 5),
            ("2 - -3 * !0", 5),
            ("- - 4", 4),
            ("1 << 2 + 1", 8),
            ("64 >> 2 >> 1", 8),
            ("1 < 2 == 1", 1),
            ("6 & 3 == 3", 0),
            ("1 | 6 ^ 4 & 12", 3),
            ("0 && 0 || 1", 1),
            ("1 || 0 && 0", 1),
            ("1 ? 2 : 0 ? 3 : 4", 2),
            ("0 ? 2 : 0 ? 3 : 4", 4),
            ("1 ? 0 ? 5 : 6 : 7", 6),
            ("1 ? 2 , 3 : 4", 3),
            ("( 1 , 2 , 9 )", 9),
            ("( 0 ? 1 : 2 , 8 )", 8),
            ("1 || 1 ? 5 : 6", 5),
            ("2 * ( 3 + 4 ) % 5", 4),
            ("~ 0 + 2", 1),
            ("( ( ( 7 ) ) )", 7),
        ];
        for (text, expected) in cases {
            assert_eq!(evaluated(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn the_first_terminal_that_does_not_fit_is_named() {
        let cases = [
            ("1 2", Some(1)),
            ("1 +", None),
            ("( 1", None),
            ("1 )", Some(1)),
            ("* 2", Some(0)),
            ("1 , 2", Some(1)),
            ("1 ? 2", None),
            ("1 ? 2 : 3 , 4", Some(5)),
            ("1 : 2", Some(1)),
            ("( 1 : 2 )", Some(2)),
            ("( 1 ? 2 )", Some(4)),
            ("1 ( 2 )", Some(1)),
            ("( )", Some(1)),
            ("! ", None),
            ("1 ! 2", Some(1)),
            ("1 ? ( 2 : 3 )", Some(4)),
        ];
        for (text, expected) in cases {
            assert_eq!(evaluated(text), Err(expected), "{text}");
        }
    }

    #[test]
    fn nesting_needs_no_stack_of_the_machine() {
        let deep = 100_000;
        let text = format!("{}1{}", "( ".repeat(deep), " )".repeat(deep));
        assert_eq!(evaluated(&text), Ok(1));
        assert_eq!(evaluated(&format!("{}1", "! ".repeat(deep))), Ok(1));
        assert_eq!(evaluated(&format!("1{}", " ? 1 : 0".repeat(deep))), Ok(1));
    }
}
