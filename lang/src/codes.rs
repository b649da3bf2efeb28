//! Every lexical, preprocessing and syntax code. Lexer E0101-E0119, preprocessor E0120-E0159.

crate::codes! {
    /// A `/*` without its `*/`.
    UNTERMINATED_COMMENT = "E0101", "unterminated-comment", Error;
    /// A string or character literal that its line does not end.
    UNTERMINATED_LITERAL = "E0102", "unterminated-literal", Error;
    /// A raw string without `)delimiter"`, or with a delimiter that is none.
    UNTERMINATED_RAW_STRING = "E0103", "unterminated-raw-string", Error;
    /// A character that starts no token.
    STRAY_CHARACTER = "E0104", "stray-character", Error;
    /// A number that is neither an integer nor a floating-point literal.
    INVALID_NUMBER = "E0105", "invalid-number", Error;
    /// An integer literal that fits no type.
    INTEGER_TOO_LARGE = "E0106", "integer-too-large", Error;
    /// An escape sequence without a value, or with one out of range.
    INVALID_ESCAPE = "E0107", "invalid-escape", Error;
    /// A backslash before a character that needs none.
    UNKNOWN_ESCAPE = "E0108", "unknown-escape", Warning;
    /// `''`.
    EMPTY_CHARACTER = "E0109", "empty-character", Error;
    /// A character literal of more characters than its type holds.
    CHARACTER_TOO_LONG = "E0110", "character-too-long", Error;
    /// Adjacent string literals with different prefixes or suffixes.
    MIXED_STRING_PREFIXES = "E0111", "mixed-string-prefixes", Error;
    /// A string literal of more bytes than the implementation handles.
    STRING_TOO_LONG = "E0112", "string-too-long", Error;
    /// A quoted header, or the main file, that does not exist.
    MISSING_HEADER = "E0120", "missing-header", Error;
    /// An angled header that does not exist; an error only where something needs it.
    MISSING_SYSTEM_HEADER = "E0121", "missing-system-header", Remark;
    /// An `#include` that names no header.
    INCLUDE_SYNTAX = "E0122", "include-syntax", Error;
    /// Includes nested too deep, or too many of them.
    INCLUDE_LIMIT = "E0123", "include-limit", Error;
    /// More text than positions can address.
    SOURCE_TOO_LARGE = "E0124", "source-too-large", Error;
    /// A `#word` that is not a directive.
    UNKNOWN_DIRECTIVE = "E0130", "unknown-directive", Error;
    /// An `#else`, `#elif` or `#endif` that belongs to no `#if`.
    UNBALANCED_CONDITIONAL = "E0131", "unbalanced-conditional", Error;
    /// An `#if` without `#endif`.
    UNTERMINATED_CONDITIONAL = "E0132", "unterminated-conditional", Error;
    /// An `#if` condition that is not a constant expression.
    CONDITION_SYNTAX = "E0133", "condition-syntax", Error;
    /// A division by zero in an `#if` condition.
    CONDITION_DIVISION = "E0134", "condition-division-by-zero", Error;
    /// `#error`.
    ERROR_DIRECTIVE = "E0135", "error-directive", Error;
    /// `#warning`.
    WARNING_DIRECTIVE = "E0136", "warning-directive", Warning;
    /// A `#line` without a number, or with more than a file name behind it.
    LINE_SYNTAX = "E0137", "line-syntax", Error;
    /// Something behind a complete directive.
    EXTRA_TOKENS = "E0138", "extra-tokens", Warning;
    /// A `_Pragma` without its string in parentheses.
    PRAGMA_SYNTAX = "E0139", "pragma-syntax", Error;
    /// A `#define`, `#undef` or `#ifdef` of something that cannot name a macro.
    MACRO_NAME = "E0140", "macro-name", Error;
    /// A malformed parameter list of a macro.
    MACRO_PARAMETERS = "E0141", "macro-parameters", Error;
    /// A macro defined again, and differently.
    MACRO_REDEFINED = "E0142", "macro-redefined", Warning;
    /// A `#` in a macro that no parameter follows.
    STRINGIZE_OPERAND = "E0143", "stringize-operand", Error;
    /// A `##` at an end of what a macro stands for.
    PASTE_OPERAND = "E0144", "paste-operand", Error;
    /// A `##` whose operands make no token.
    INVALID_PASTE = "E0145", "invalid-paste", Error;
    /// A macro called with the wrong number of arguments.
    MACRO_ARGUMENTS = "E0146", "macro-arguments", Error;
    /// A macro call without `)`.
    UNTERMINATED_CALL = "E0147", "unterminated-macro-call", Error;
    /// `__VA_ARGS__` or `__VA_OPT__` where they mean nothing.
    VARIADIC_NAME = "E0148", "variadic-name", Error;
    /// Macros that expand to too much.
    EXPANSION_LIMIT = "E0149", "expansion-limit", Error;
    /// A malformed call of a macro that the compiler provides.
    BUILTIN_MACRO = "E0150", "builtin-macro", Error;
    /// A `#define` or `#undef` of a macro that the compiler provides.
    BUILTIN_REDEFINED = "E0151", "builtin-redefined", Warning;
    /// The semicolon at the end of a macro stands in the middle of an expression.
    MACRO_SEMICOLON = "E0152", "macro-semicolon", Error;
}
