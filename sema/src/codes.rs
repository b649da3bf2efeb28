//! The codes of semantic analysis: E03xx names, types and declarations, E04xx templates and
//! concepts, E05xx expressions and statements, E09xx accesses of memory.

lang::codes! {
    /// Lookup finds no declaration of the name.
    UNDECLARED_NAME = "E0301", "undeclared-name", Error;
    /// Lookup finds declarations of different entities.
    AMBIGUOUS_NAME = "E0302", "ambiguous-name", Error;
    /// A class, enumeration or namespace has no such member.
    NO_MEMBER = "E0303", "no-such-member", Error;
    /// A type is wanted, the name is something else.
    NOT_A_TYPE = "E0304", "not-a-type", Error;
    /// A template is wanted, the name is something else.
    NOT_A_TEMPLATE = "E0305", "not-a-template", Error;
    /// A value is wanted, the name is a type, namespace or template.
    NOT_A_VALUE = "E0306", "not-a-value", Error;
    /// What stands before `::` has no members.
    NOT_A_SCOPE = "E0307", "not-a-scope", Error;
    /// The type is declared, but its definition is missing here.
    INCOMPLETE_TYPE = "E0308", "incomplete-type", Error;
    /// Two declarations of one name contradict each other.
    CONFLICTING_DECLARATION = "E0309", "conflicting-declaration", Error;
    /// The type cannot be formed: a reference to `void`, an array of functions.
    INVALID_TYPE = "E0310", "invalid-type", Error;
    /// The bound of an array is not a positive constant.
    ARRAY_BOUND = "E0311", "array-bound", Error;
    /// A class cannot be a base.
    INVALID_BASE = "E0313", "invalid-base", Error;
    /// A definition needs itself.
    CYCLE = "E0314", "definition-cycle", Error;
    /// A `static_assert` fails.
    STATIC_ASSERT = "E0315", "static-assertion-failed", Error;
    /// The declaration could not be parsed, and a use needs it.
    UNPARSED_DECLARATION = "E0316", "unparsed-declaration", Error;
    /// A private or protected member is named from outside.
    INACCESSIBLE = "E0317", "inaccessible-member", Error;
    /// `auto` cannot be deduced.
    CANNOT_DEDUCE_AUTO = "E0318", "cannot-deduce-auto", Error;
    /// The language or the device has no such type.
    UNSUPPORTED_TYPE = "E0319", "unsupported-type", Error;
    /// A kernel declaration breaks a rule of its own.
    INVALID_KERNEL = "E0320", "invalid-kernel", Error;
    /// The enumerator's value does not fit.
    ENUMERATOR_RANGE = "E0321", "enumerator-out-of-range", Error;
    /// No kernel has the name that was asked for.
    NO_SUCH_KERNEL = "E0322", "no-such-kernel", Error;
    /// A specifier or qualifier stands in a declaration that cannot have it.
    INVALID_SPECIFIER = "E0323", "invalid-specifier", Error;
    /// A class of more subobjects or bytes than the implementation handles.
    OBJECT_LIMIT = "E0325", "object-limit", Error;
    /// A declaration of the library that the chosen release of CUDA does not have.
    OTHER_RELEASE = "E0326", "other-release", Error;
    /// A function of a tile library of a form that a library cannot have.
    FOREIGN_FUNCTION = "E0327", "foreign-function", Error;
    /// A parameter of a kernel that is a reference.
    REFERENCE_PARAMETER = "E0328", "reference-parameter", Warning;
    /// An operator, conversion function or destructor of the wrong form.
    INVALID_OPERATOR_FUNCTION = "E0324", "invalid-operator-function", Error;

    /// Too few or too many template arguments.
    TEMPLATE_ARGUMENT_COUNT = "E0401", "template-argument-count", Error;
    /// A template argument is of the wrong kind.
    TEMPLATE_ARGUMENT_KIND = "E0402", "template-argument-kind", Error;
    /// A non-type template argument is not a converted constant of the parameter's type.
    TEMPLATE_ARGUMENT_VALUE = "E0403", "template-argument-value", Error;
    /// The associated constraints are not satisfied.
    CONSTRAINT_NOT_SATISFIED = "E0404", "constraint-not-satisfied", Error;
    /// Template arguments cannot be deduced.
    DEDUCTION_FAILED = "E0405", "deduction-failed", Error;
    /// Two partial specialisations match and neither is more specialised.
    AMBIGUOUS_SPECIALIZATION = "E0406", "ambiguous-specialization", Error;
    /// Instantiations are nested too deeply.
    INSTANTIATION_DEPTH = "E0407", "instantiation-depth", Error;
    /// Packs that are expanded together differ in length.
    PACK_LENGTH = "E0408", "pack-length-mismatch", Error;
    /// A parameter pack is used without `...`.
    UNEXPANDED_PACK = "E0409", "unexpanded-pack", Error;
    /// `...` without a pack to expand.
    NO_PACK_TO_EXPAND = "E0410", "no-pack-to-expand", Error;
    /// A constraint is not of type `bool`, or depends on itself.
    INVALID_CONSTRAINT = "E0411", "invalid-constraint", Error;
    /// The arguments of a class template cannot be deduced from an initialiser.
    CLASS_DEDUCTION_FAILED = "E0412", "class-deduction-failed", Error;
    /// A specialisation of something that is not a template, or that matches none.
    INVALID_SPECIALIZATION = "E0413", "invalid-specialization", Error;
    /// A substitution failed: the reason inside a note.
    SUBSTITUTION_FAILED = "E0414", "substitution-failed", Error;
    /// A template where there is none, or with parameters that it cannot have.
    INVALID_TEMPLATE = "E0415", "invalid-template", Error;
    /// A translation unit instantiates more than the implementation handles.
    INSTANTIATION_COUNT = "E0416", "instantiation-count", Error;
    /// What instantiations consist of is too much.
    INSTANTIATION_SIZE = "E0417", "instantiation-size", Error;
    /// Declarations need each other in a longer row than the implementation handles.
    DECLARATION_DEPTH = "E0418", "declaration-depth", Error;

    /// No overload takes these arguments.
    NO_VIABLE_OVERLOAD = "E0312", "no-viable-overload", Error;
    /// `2^10`, which is an exclusive or and not a power.
    XOR_AS_POWER = "E0500", "xor-as-power", Warning;
    /// Several functions or conversions are equally good.
    AMBIGUOUS_CALL = "E0501", "ambiguous-call", Error;
    /// The function that is chosen is deleted.
    DELETED_FUNCTION = "E0502", "deleted-function", Error;
    /// There is no implicit conversion.
    NO_CONVERSION = "E0503", "no-conversion", Error;
    /// A conversion inside braces may change the value.
    NARROWING = "E0504", "narrowing-conversion", Error;
    /// Too many or too few initialisers.
    INITIALIZER_COUNT = "E0505", "initializer-count", Error;
    /// A reference or constant is left without an initialiser.
    MISSING_INITIALIZER = "E0506", "missing-initializer", Error;
    /// `.field =` names no field, or one out of order.
    INVALID_DESIGNATOR = "E0507", "invalid-designator", Error;
    /// A list or an overload set stands where a value is needed.
    NOT_AN_EXPRESSION = "E0508", "not-an-expression", Error;
    /// A built-in operator does not take such operands.
    INVALID_OPERAND = "E0509", "invalid-operand", Error;
    /// A variable is needed, this is a temporary value.
    NOT_AN_LVALUE = "E0510", "not-an-lvalue", Error;
    /// A constant is changed.
    ASSIGNMENT_TO_CONST = "E0511", "assignment-to-const", Error;
    /// The arms of `?:` have no common type.
    INCOMPATIBLE_ARMS = "E0512", "incompatible-arms", Error;
    /// An explicit conversion does not exist.
    INVALID_CAST = "E0513", "invalid-cast", Error;
    /// What is called is not a function.
    NOT_CALLABLE = "E0514", "not-callable", Error;
    /// A member is used without an object.
    NO_THIS = "E0515", "no-object", Error;
    /// A fold over an empty pack whose operator has no neutral value.
    EMPTY_FOLD = "E0516", "empty-fold", Error;
    /// A lambda captures what cannot be captured, or uses what it did not capture.
    INVALID_CAPTURE = "E0517", "invalid-capture", Error;
    /// `break`, `continue` or `case` outside of what it belongs to.
    MISPLACED_STATEMENT = "E0518", "misplaced-statement", Error;
    /// Two labels of a `switch` are equal.
    DUPLICATE_CASE = "E0519", "duplicate-case", Error;
    /// A `return` does not fit the function.
    RETURN_MISMATCH = "E0520", "return-mismatch", Error;
    /// A structured binding does not fit what it is bound to.
    INVALID_BINDING = "E0521", "invalid-binding", Error;
    /// A constructor initialises something that is not a base or member.
    INVALID_INITIALIZER = "E0522", "invalid-initializer", Error;
    /// A part of C++ that is not implemented.
    UNSUPPORTED = "E0524", "unsupported", Error;
    /// A jump into a statement that control enters at its beginning only.
    UNSTRUCTURED_JUMP = "E0525", "unstructured-jump", Error;
    /// A jump passes the initialisation of a variable.
    JUMP_PAST_INITIALIZATION = "E0526", "jump-past-initialization", Error;
    /// A label that is not there, or that is there twice.
    INVALID_LABEL = "E0527", "invalid-label", Error;
    /// A hint that is not understood.
    IGNORED_HINT = "E0530", "ignored-hint", Warning;
    /// A use of something that is declared `[[deprecated]]`.
    DEPRECATED = "E0531", "deprecated", Warning;
    /// The value of a `[[nodiscard]]` function or type is thrown away.
    DISCARDED_VALUE = "E0532", "discarded-value", Warning;
    /// A local variable that nothing names.
    UNUSED_VARIABLE = "E0533", "unused-variable", Warning;
    /// A local variable that is assigned and never read.
    UNUSED_BUT_SET = "E0534", "unused-but-set-variable", Warning;
    /// A parameter that nothing names.
    UNUSED_PARAMETER = "E0535", "unused-parameter", Warning;
    /// A variable is read before it has a value.
    UNINITIALIZED = "E0536", "uninitialized", Warning;
    /// An integer is divided by a constant zero.
    DIVISION_BY_ZERO = "E0537", "division-by-zero", Warning;
    /// A function that returns a value ends without `return`.
    MISSING_RETURN = "E0538", "missing-return", Warning;
    /// A statement behind a jump, which nothing leads to.
    UNREACHABLE_CODE = "E0539", "unreachable-code", Warning;
    /// A local variable hides one of the same function.
    SHADOW = "E0555", "shadowed-variable", Warning;
    /// An implicit conversion changes the value of a constant.
    CONSTANT_CONVERSION = "E0556", "constant-conversion", Warning;
    /// An implicit conversion may change a value.
    VALUE_CONVERSION = "E0557", "value-conversion", Warning;
    /// A `__global__` function uses functions of tile code.
    THREAD_KERNEL = "E0558", "tile-code-in-thread-kernel", Warning;
    /// A kernel of tile code is launched with more than one thread a block.
    LAUNCHED_THREADS = "E0559", "launched-threads", Warning;
    /// Static extents that tiles do not divide, without a mask.
    PARTIAL_TILE = "E0560", "partial-tile", Warning;
    /// A view of a tensor in which no axis is known to be contiguous.
    STRIDED_AXES = "E0561", "strided-axes", Warning;
    /// A comparison of the result of a comparison, as `a < b < c`.
    CHAINED_COMPARISON = "E0562", "chained-comparison", Warning;
    /// Host code calls a kernel as a function.
    KERNEL_NOT_LAUNCHED = "E0563", "kernel-not-launched", Warning;
    /// Host code calls a function of tile code.
    TILE_CALL_IN_HOST_CODE = "E0564", "tile-call-in-host-code", Warning;
    /// A launch passes too few or too many arguments.
    LAUNCH_ARGUMENTS = "E0565", "launch-arguments", Warning;
    /// A function returns the address of a variable that ends with the call.
    RETURNED_LOCAL = "E0566", "returned-local", Warning;
    /// An argument of `printf` does not fit its conversion.
    FORMAT = "E0567", "format", Warning;
    /// A mask and the values beside it stand in each other's place.
    SWAPPED_MASK = "E0568", "swapped-mask", Warning;
    /// A condition is an assignment.
    ASSIGNED_CONDITION = "E0569", "assigned-condition", Warning;
    /// A comparison is an operand of `&`, `|` or `^`, without parentheses.
    BITWISE_COMPARISON = "E0573", "bitwise-comparison", Warning;
    /// A comparison of an unsigned value with 0 that has one result.
    TYPE_LIMITS = "E0574", "type-limits", Warning;
    /// A declaration in a function, as `T x();`, declares a function.
    VEXING_PARSE = "E0575", "vexing-parse", Warning;
    /// An operator takes only a part of what a macro, or an argument of one, stands for.
    MACRO_PARENTHESES = "E0523", "macro-parentheses", Warning;
    /// A sum of `bool` elements, which is a `bool`.
    BOOL_SUM = "E0576", "bool-sum", Warning;
    /// Operands that are constants make an operation undefined.
    UNDEFINED_OPERATION = "E0577", "undefined-operation", Warning;
    /// Members are initialised in another order than a constructor writes them.
    REORDER = "E0578", "reorder", Warning;
    /// A variable is read to which one way through a branch gives no value.
    MAYBE_UNINITIALIZED = "E0579", "maybe-uninitialized", Warning;
    /// A quotient of integers is converted to a floating-point type.
    INTEGER_DIVISION = "E0592", "integer-division", Warning;
    /// A loop whose condition is false at first.
    LOOP_NOT_ENTERED = "E0593", "loop-not-entered", Warning;
    /// A statement computes a value and throws it away.
    UNUSED_VALUE = "E0594", "unused-value", Warning;
    /// A subscript is a comma operator, as in `a[i, j]`.
    COMMA_SUBSCRIPT = "E0595", "comma-subscript", Warning;
    /// Control falls through from one `case` into the next.
    FALL_THROUGH = "E0596", "implicit-fallthrough", Warning;
    /// An operation of constants has a value that its signed type does not have.
    INTEGER_OVERFLOW = "E0597", "integer-overflow", Warning;
    /// A reduction reads what a masked load left without a value.
    UNSPECIFIED_ELEMENTS = "E0528", "unspecified-elements", Warning;
    /// A store without the mask of the load that it has its values from.
    UNMASKED_STORE = "E0529", "unmasked-store", Warning;
    /// Tile code calls a function of the host or of thread code.
    HOST_CALL = "E0540", "host-call", Error;
    /// Tile code recurses.
    RECURSION = "E0541", "recursion", Error;
    /// Tile code uses a variable of the host or of thread code.
    HOST_VARIABLE = "E0542", "host-variable", Error;
    /// Tile code uses what only threads have.
    THREAD_CODE = "E0543", "thread-code", Error;

    /// Tile code calls a kernel.
    KERNEL_CALL = "E0544", "kernel-call", Error;
    /// Tile code throws, or catches what others throw.
    EXCEPTION = "E0550", "exception-in-tile-code", Error;
    /// A member function says that it overrides, and does not or must not.
    INVALID_OVERRIDE = "E0551", "invalid-override", Error;
    /// An object of an abstract class.
    ABSTRACT_CLASS = "E0552", "abstract-class", Error;
    /// Tile code has an object with a virtual base.
    VIRTUAL_BASE = "E0553", "virtual-base", Error;
    /// Tile code allocates memory, or frees it.
    DYNAMIC_ALLOCATION = "E0545", "dynamic-allocation", Error;
    /// Tile code has inline assembly.
    INLINE_ASSEMBLY = "E0547", "inline-assembly", Error;
    /// Tile code calls a function that only threads have.
    THREAD_FUNCTION = "E0548", "thread-function", Error;
    /// Tile code calls a `__device__` function of thread code.
    DEVICE_CALL = "E0549", "device-call", Error;
    /// Tile code uses `__shared__` memory.
    SHARED_MEMORY = "E0546", "shared-memory", Error;
    /// A bit-field of a type or width that it cannot have.
    INVALID_BIT_FIELD = "E0554", "invalid-bit-field", Error;

    // Constant evaluation.

    /// A constant is needed and the expression is none.
    NOT_CONSTANT = "E0570", "not-constant", Error;
    /// A constant evaluation takes too many steps.
    CONSTEXPR_STEPS = "E0571", "constexpr-steps", Error;
    /// The calls of a constant evaluation are nested too deeply.
    CONSTEXPR_DEPTH = "E0572", "constexpr-depth", Error;

    // Lowering: what only a kernel that is compiled meets.

    /// Tile code cannot have an object of the type.
    NO_TILE_REPRESENTATION = "E0580", "no-tile-representation", Error;
    /// A kernel parameter of a type that no launch can pass.
    KERNEL_PARAMETER = "E0581", "kernel-parameter-type", Error;
    /// A kernel reaches a construct that only host code can have.
    HOST_ONLY = "E0582", "host-only-construct", Error;
    /// A kernel calls a function that is declared only.
    NO_DEFINITION = "E0583", "no-definition", Error;
    /// A function's address is not known at compile time.
    INDIRECT_CALL = "E0584", "indirect-call", Error;
    /// Calls are nested too deeply to be inlined.
    INLINE_DEPTH = "E0585", "inline-depth", Error;
    /// An access past the end of a local object.
    LOCAL_OUT_OF_BOUNDS = "E0586", "local-out-of-bounds", Error;
    /// A variable with static storage that is not a constant.
    GLOBAL_STORAGE = "E0587", "global-storage", Error;
    /// A format or message that is not a string literal.
    TEXT_NOT_LITERAL = "E0588", "text-not-literal", Error;
    /// A function marked as an operation that does not exist.
    UNKNOWN_INTRINSIC = "E0589", "unknown-operation", Error;
    /// More local objects need an address than the implementation handles.
    LOWERING_LIMIT = "E0590", "lowering-limit", Error;
    /// A virtual call of an object whose dynamic type is not known at compile time.
    UNKNOWN_DYNAMIC_TYPE = "E0598", "unknown-dynamic-type", Error;
    /// The parameters of a kernel take more bytes than a launch passes.
    KERNEL_PARAMETER_SIZE = "E0591", "kernel-parameter-size", Error;
    /// The checker let something pass that lowering cannot handle.
    LOWERING_BUG = "E0599", "lowering-bug", Bug;

    // Accesses of a whole kernel.

    /// An index of a view that counts elements.
    ELEMENT_INDEX = "E0901", "element-index", Warning;
    /// An atomic access of block scope to memory that all tile blocks share.
    ATOMIC_SCOPE = "E0902", "atomic-scope", Warning;
    /// A sum in memory that all tile blocks share, without an atomic operation.
    RACING_UPDATE = "E0903", "racing-update", Warning;
    /// An index of a pointer that is widened after it was multiplied.
    WIDENED_PRODUCT = "E0904", "widened-product", Warning;
    /// The smallest positive number as the padding of a maximum.
    SMALLEST_PADDING = "E0905", "smallest-padding", Warning;
    /// A reduction that is broadcast along another axis than its own.
    BROADCAST_AXIS = "E0910", "broadcast-axis", Warning;

    // Memory in host code.

    /// A number of elements where a number of bytes is wanted.
    BYTES_EXPECTED = "E0906", "bytes-expected", Warning;
    /// A launch passes a pointer to memory of the host.
    HOST_POINTER = "E0907", "host-pointer", Warning;
    /// Host code accesses managed memory that a kernel may still use.
    MISSING_WAIT = "E0908", "missing-wait", Warning;
    /// The direction of a copy is not that of its pointers.
    COPY_DIRECTION = "E0909", "copy-direction", Warning;

    // The layout of the text, in host code and tile code.

    /// A statement is indented as if a loop or a branch contained it.
    MISLEADING_INDENTATION = "E0911", "misleading-indentation", Warning;
}
