//! Literals, by their values.

use super::*;
use crate::codes;

fn int(spelling: &str) -> (u64, IntType) {
    match number(spelling) {
        Ok(Number::Int(IntLit { value, ty, ud_suffix: None })) => (value, ty),
        other => panic!("{spelling}: {other:?}"),
    }
}

fn double(spelling: &str) -> f64 {
    match number(spelling) {
        Ok(Number::Float(float)) => float.as_f64,
        other => panic!("{spelling}: {other:?}"),
    }
}

fn float(spelling: &str) -> f32 {
    match number(spelling) {
        Ok(Number::Float(float)) => float.as_f32,
        other => panic!("{spelling}: {other:?}"),
    }
}

fn number_error(spelling: &str) -> Code {
    number(spelling).expect_err(spelling).code
}

#[test]
fn integer_types_follow_the_table_of_lex_icon() {
    use IntType::*;
    assert_eq!(int("0"), (0, Int));
    assert_eq!(int("2147483647"), (0x7fff_ffff, Int));
    assert_eq!(int("2147483648"), (0x8000_0000, Long));
    assert_eq!(int("0x7fffffff"), (0x7fff_ffff, Int));
    assert_eq!(int("0x80000000"), (0x8000_0000, UnsignedInt));
    assert_eq!(int("0xffffffffff"), (0xff_ffff_ffff, Long));
    assert_eq!(int("0x8000000000000000"), (1 << 63, UnsignedLong));
    assert_eq!(int("1u"), (1, UnsignedInt));
    assert_eq!(int("4294967296U"), (1 << 32, UnsignedLong));
    assert_eq!(int("1l"), (1, Long));
    assert_eq!(int("1LL"), (1, LongLong));
    assert_eq!(int("1ull"), (1, UnsignedLongLong));
    assert_eq!(int("1LLU"), (1, UnsignedLongLong));
    assert_eq!(int("18446744073709551615"), (u64::MAX, UnsignedLong));
    assert_eq!(int("0b1010'1010"), (0xaa, Int));
    assert_eq!(int("0777"), (0o777, Int));
    assert_eq!(int("1'000'000"), (1_000_000, Int));
}

#[test]
fn malformed_integers_are_errors() {
    assert_eq!(number_error("089"), codes::INVALID_NUMBER);
    assert_eq!(number_error("0b2"), codes::INVALID_NUMBER);
    assert_eq!(number_error("0x"), codes::INVALID_NUMBER);
    assert_eq!(number_error("18446744073709551616"), codes::INTEGER_TOO_LARGE);
}

#[test]
fn user_defined_numbers_keep_value_and_suffix() {
    let Ok(Number::Int(ten)) = number("10_ic") else { panic!() };
    assert_eq!((ten.value, ten.ud_suffix.as_deref()), (10, Some("_ic")));
    let Ok(Number::Int(lul)) = number("1lul") else { panic!() };
    assert_eq!(lul.ud_suffix.as_deref(), Some("lul"));
    let Ok(Number::Float(km)) = number("1.5_km") else { panic!() };
    assert_eq!((km.as_f64, km.ud_suffix.as_deref()), (1.5, Some("_km")));
    let Ok(Number::Int(e)) = number("12e_x") else { panic!() };
    assert_eq!(e.ud_suffix.as_deref(), Some("e_x"));
}

#[test]
fn decimal_floats_round_exactly() {
    assert_eq!(double("1.5"), 1.5);
    assert_eq!(double(".5"), 0.5);
    assert_eq!(double("1."), 1.0);
    assert_eq!(double("1e3"), 1000.0);
    assert_eq!(double("08.5"), 8.5);
    assert_eq!(double("1'0.2'5"), 10.25);
    assert_eq!(float("0.1f"), 0.1f32);
    assert_eq!(double("1e400"), f64::INFINITY);
    // Rounds differently when it goes through double.
    assert_eq!(float("1.00000017881393432617187499f"), 1.000_000_1_f32);
}

#[test]
fn hexadecimal_floats_round_exactly() {
    assert_eq!(double("0x1p0"), 1.0);
    assert_eq!(double("0x1.8p1"), 3.0);
    assert_eq!(double("0x.8p0"), 0.5);
    assert_eq!(double("0x1.fffffffffffffp1023"), f64::MAX);
    assert_eq!(double("0x1.fffffffffffff8p1023"), f64::INFINITY);
    assert_eq!(double("0x1p-1074"), f64::from_bits(1));
    assert_eq!(double("0x1p-1075"), 0.0);
    assert_eq!(double("0x1.8p-1075"), f64::from_bits(1));
    assert_eq!(double("0x1p-1022"), f64::MIN_POSITIVE);
    assert_eq!(float("0x1.fffffep127f"), f32::MAX);
    assert_eq!(float("0x1.ffffffp127f"), f32::INFINITY);
    assert_eq!(float("0x1.000001p0f"), 1.0);
    assert_eq!(float("0x1.0000011p0f"), 1.0 + f32::EPSILON);
    assert_eq!(float("0x1p-149f"), f32::from_bits(1));
    assert_eq!(double("0x123456789abcdef01p0"), 20988295479420645377.0);
    assert_eq!(double("0x1p99999999999999999999"), f64::INFINITY);
    assert_eq!(double("0x1p-99999999999999999999"), 0.0);
    assert_eq!(double("0x0.0000p0"), 0.0);
}

#[test]
fn malformed_floats_are_errors() {
    for spelling in ["1.2.3", "1e", "1e+", "0x1.8", "0x.p1", "1.5+", "0b1.1", "1.e+f"] {
        assert_eq!(number_error(spelling), codes::INVALID_NUMBER, "{spelling}");
    }
}

#[test]
fn characters_have_values() {
    let value = |spelling: &str| character(spelling).unwrap().value;
    assert_eq!(value("'a'"), 97);
    assert_eq!(value("'\\n'"), 10);
    assert_eq!(value("'\\''"), 39);
    assert_eq!(value("'\\377'"), -1);
    assert_eq!(value("u8'\\xff'"), 255);
    assert_eq!(value("'ab'"), 0x6162);
    assert_eq!(value("L'\\u00e9'"), 0xe9);
    assert_eq!(value("u'é'"), 0xe9);
    assert_eq!(value("U'\u{1f600}'"), 0x1f600);
    let suffixed = character("'a'_x").unwrap();
    assert_eq!((suffixed.value, suffixed.ud_suffix.as_deref()), (97, Some("_x")));
    assert_eq!(character("'\\q'").unwrap().warning.unwrap().code, codes::UNKNOWN_ESCAPE);
}

#[test]
fn malformed_characters_are_errors() {
    let code = |spelling: &str| character(spelling).expect_err(spelling).code;
    assert_eq!(code("''"), codes::EMPTY_CHARACTER);
    assert_eq!(code("'abcde'"), codes::CHARACTER_TOO_LONG);
    assert_eq!(code("u'\u{1f600}'"), codes::CHARACTER_TOO_LONG);
    assert_eq!(code("'é'"), codes::CHARACTER_TOO_LONG);
    assert_eq!(code("'\\x'"), codes::INVALID_ESCAPE);
    assert_eq!(code("'\\x100'"), codes::INVALID_ESCAPE);
    assert_eq!(code("'\\ud800'"), codes::INVALID_ESCAPE);
}

#[test]
fn strings_concatenate() {
    let literal = string(&["\"a\\x62\"", "u8\"c\"", "R\"x(\\n)\")x\""]).unwrap();
    assert_eq!(literal.encoding, Encoding::Utf8);
    assert_eq!(literal.to_text(), "abc\\n)\"");
    // [lex.string] example: the escape does not swallow the next literal.
    assert_eq!(string(&["\"\\xA\"", "\"B\""]).unwrap().bytes(), [0x0a, b'B']);
    let suffixed = string(&["\"A\"_x", "\"B\"", "\"C\"_x"]).unwrap();
    assert_eq!((suffixed.to_text().as_str(), suffixed.ud_suffix.as_deref()), ("ABC", Some("_x")));
    assert_eq!(string(&["u\"a\"", "U\"b\""]).unwrap_err().code, codes::MIXED_STRING_PREFIXES);
    assert_eq!(string(&["\"A\"_x", "\"B\"_y"]).unwrap_err().code, codes::MIXED_STRING_PREFIXES);
    assert_eq!(string(&["u\"\u{1f600}\""]).unwrap().units, [0xd83d, 0xde00]);
}
