//! The codes of syntax errors, E0201 to E0299.

crate::codes! {
    /// A punctuator or keyword is missing: `;`, `)`, `while`.
    EXPECTED_TOKEN = "E0201", "expected-token", Error;
    /// Something that is not an expression stands where one is needed.
    EXPECTED_EXPRESSION = "E0202", "expected-expression", Error;
    /// Something that is not a type stands where one is needed.
    EXPECTED_TYPE = "E0203", "expected-type", Error;
    /// A name is missing.
    EXPECTED_NAME = "E0204", "expected-name", Error;
    /// Something that is not a declaration stands at namespace or class scope.
    EXPECTED_DECLARATION = "E0205", "expected-declaration", Error;
    /// A bracket is never closed, or one is closed that was never opened.
    UNBALANCED_BRACKET = "E0206", "unbalanced-bracket", Error;
    /// Constructs are nested deeper than the compiler's limit.
    NESTING_TOO_DEEP = "E0207", "nesting-too-deep", Error;
    /// Type specifiers that do not combine, or a specifier twice.
    BAD_SPECIFIERS = "E0208", "bad-specifiers", Error;
    /// A declaration has no type, usually because of a misspelt keyword or an unknown macro.
    MISSING_TYPE = "E0209", "missing-type", Error;
    /// An attribute's arguments are not what the attribute takes.
    BAD_ATTRIBUTE = "E0210", "bad-attribute", Error;
    /// A statement keyword without what must come before it: `else`, `case`, `catch`.
    MISPLACED_STATEMENT = "E0211", "misplaced-statement", Error;
    /// A declarator that no declaration can have.
    BAD_DECLARATOR = "E0212", "bad-declarator", Error;
    /// Parsing took more steps than any real program needs.
    TOO_COMPLEX = "E0213", "too-complex", Error;
    /// A language linkage other than "C" and "C++".
    UNKNOWN_LINKAGE = "E0214", "unknown-linkage", Error;
    /// A template parameter or argument list that is not one.
    BAD_TEMPLATE_LIST = "E0215", "bad-template-list", Error;
    /// Syntax of C++ or of an extension that tilec does not have.
    UNSUPPORTED_SYNTAX = "E0216", "unsupported-syntax", Error;
    /// A word that is declared nowhere and nearly a keyword stands where only a keyword can.
    MISSPELT_KEYWORD = "E0217", "misspelt-keyword", Error;
    /// GNU's label as a value, or a `goto` to one.
    LABEL_VALUE = "E0218", "label-value", Error;
    /// The name of a dependent member template without `template` before it.
    MISSING_TEMPLATE = "E0219", "missing-template-keyword", Error;
    /// A declaration of a preview that is switched off.
    PREVIEW = "E0220", "preview", Error;
}
