//! Every diagnostic code of this crate: the verifier's (E060x), the text reader's (E062x) and
//! those of bytecode (E064x).

lang::codes! {
    /// A type that no value may have.
    BAD_TYPE = "E0601", "ir-bad-type", Error;
    /// An operand whose type the op does not take.
    BAD_OPERAND = "E0602", "ir-bad-operand", Error;
    /// A result whose type does not follow from the operands and attributes.
    BAD_RESULT = "E0603", "ir-bad-result", Error;
    /// An attribute that the op does not allow, alone or with its operands.
    BAD_ATTRIBUTE = "E0604", "ir-bad-attribute", Error;
    /// A use that its definition does not dominate.
    NOT_DOMINATED = "E0605", "ir-not-dominated", Error;
    /// A block without a terminator, or with one that does not belong there.
    BAD_BLOCK = "E0606", "ir-bad-block", Error;
    /// Values handed over between a region and its op that do not match.
    BAD_REGION = "E0607", "ir-bad-region", Error;
    /// A memory ordering, scope or token that the op does not allow.
    BAD_MEMORY_ORDER = "E0608", "ir-bad-memory-order", Error;
    /// A symbol that is missing, doubled or of the wrong kind.
    BAD_SYMBOL = "E0609", "ir-bad-symbol", Error;
    /// A parameter that does not fit the bytes that it comes out of.
    BAD_RECORD = "E0610", "ir-bad-record", Error;
    /// Text that is not Tile IR.
    SYNTAX = "E0620", "tir-syntax", Error;
    /// An op or keyword that the dialect does not have.
    UNKNOWN_NAME = "E0621", "tir-unknown-name", Error;
    /// A value or symbol that is used but not defined, or defined twice.
    UNRESOLVED = "E0622", "tir-unresolved", Error;
    /// A number that does not fit where it stands.
    BAD_LITERAL = "E0623", "tir-bad-literal", Error;
    /// A part of an op that is missing or written more than once.
    BAD_OP_SYNTAX = "E0624", "tir-bad-op-syntax", Error;
    /// A written type that is not the type of the value.
    TYPE_MISMATCH = "E0625", "tir-type-mismatch", Error;
    /// Nesting deeper than the reader follows.
    TOO_DEEP = "E0626", "tir-too-deep", Error;
    /// A file that is not Tile IR bytecode.
    BYTECODE_NO_MAGIC = "E0640", "bytecode-no-magic", Error;
    /// A version of the bytecode that the reader does not know.
    BYTECODE_VERSION = "E0641", "bytecode-version", Error;
    /// Bytecode that ends inside of something.
    BYTECODE_TRUNCATED = "E0642", "bytecode-truncated", Error;
    /// Bytes that cannot stand where they do.
    BYTECODE_MALFORMED = "E0643", "bytecode-malformed", Error;
    /// An index of something that is not there, or not of the kind that is needed.
    BYTECODE_BAD_REFERENCE = "E0644", "bytecode-bad-reference", Error;
    /// An op, type, attribute or section that the version of the file does not have.
    BYTECODE_UNKNOWN = "E0645", "bytecode-unknown", Error;
    /// Nesting deeper than the reader follows.
    BYTECODE_TOO_DEEP = "E0646", "bytecode-too-deep", Error;
    /// A file that stands for more than the reader holds.
    BYTECODE_TOO_LARGE = "E0647", "bytecode-too-large", Error;
    /// A module that the version to be written cannot hold.
    BYTECODE_TOO_OLD = "E0648", "bytecode-version-too-old", Error;
    /// A module with something that the format has no place for.
    BYTECODE_UNWRITABLE = "E0649", "bytecode-unwritable", Error;
}
