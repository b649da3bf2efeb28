//! THE op table, and what is derived from it.
//!
//! [`for_each_op!`](crate::for_each_op) has one row per op of the `cuda_tile` dialect (versions
//! 13.1 to 13.5). A row reads
//!
//! ```text
//! /// What it does.
//! Variant method "mnemonic" BYTECODE Effect
//!     (operand: arity Class, ...) { attribute: Type, ... } <region, ...>
//!     -> [result, ...] ResultRule
//!     = "assembly format";
//! ```
//!
//! * arity: `one` is a [`Value`], `opt` an `Option<Value>`, `many` a [`ValueList`];
//! * [`Class`] is what an operand's type must be, [`ResultRule`] how result types follow from
//!   operands and attributes, [`Effect`] what the op may do besides computing its results;
//! * the assembly format is what follows the mnemonic in text: `$name` is the operand or attribute,
//!   `type($name)` its type, `{...}` is left out when the first `$name` in it is absent or has its
//!   default (see [`print`](crate::print));
//! * BYTECODE is the opcode number of the bytecode, which also tells the dialect version; numbers
//!   from 0x1000 on are ops of ours that no bytecode has, and those from 0x4000 on are of previews.
//!
//! From the rows come [`Opcode`], [`InstData`] (one variant per op, operands, attributes and
//! regions as named fields), the operand visitors, [`OpInfo`] for tables and documents, and the
//! builder methods in [`builder`](crate::builder). Everything that a row cannot express is in one
//! function each:
//! special checks in `verify`, meaning in `interp`, folding in `fold`.

use smallvec::SmallVec;

use crate::attrs::{
    Assumption, Attr, AttrKind, AttrValue, CmpOrdering, CmpPredicate, ConstArgs, DenseConstant,
    Event, Hints, Identities, Inbounds, MemoryOrdering, MemoryScope, Overflow, Permutation,
    ReductionKind, RmwMode, Rounding, Signedness,
};
use crate::entities::{Block, Global, Value};

/// The operands of a variadic group.
pub type ValueList = SmallVec<[Value; 4]>;

/// Calls `$callback!` with the rows of the op table.
#[macro_export]
macro_rules! for_each_op {
    ($callback:ident) => {
        $callback! {
// ---- Core (section 8.3) ----

/// Duplicates dimensions of size one; the rank never changes.
Broadcast broadcast "broadcast" 0x0B Pure
    (source: one Tile) {} <> -> [result] Given
    = "$source : type($source) -> type($result)";
/// Concatenates two tiles along a dimension.
Cat cat "cat" 0x0C Pure
    (lhs: one Tile, rhs: one Tile) { dim: u32 } <> -> [result] Concatenated
    = "$lhs, $rhs dim = $dim : type($lhs), type($rhs) -> type($result)";
/// A constant tile.
Constant constant "constant" 0x10 Pure
    () { value: DenseConstant } <> -> [result] Given
    = "$value : type($result)";
/// The sub-tile with the given number along each dimension; out of range is undefined.
Extract extract "extract" 0x26 Partial
    (source: one Tile, indices: many I32Scalar) {} <> -> [result] Given
    = "$source[$indices] : type($source) -> type($result)";
/// The address of element 0 of a global.
GetGlobal get_global "get_global" 0x2C Pure
    () { global: Global } <> -> [result] Given
    = "$global : type($result)";
/// The number of tile blocks of the grid in each dimension.
GetNumTileBlocks get_num_tile_blocks "get_num_tile_blocks" 0x2E Pure
    () {} <> -> [x, y, z] I32Triple
    = ": type($x)";
/// The coordinates of this tile block in the grid.
GetTileBlockId get_tile_block_id "get_tile_block_id" 0x30 Pure
    () {} <> -> [x, y, z] I32Triple
    = ": type($x)";
/// The destination with the sub-tile of the given number along each dimension replaced by the source; out of range
/// is undefined.
Insert insert_ "insert" 0x76 Partial
    (source: one Tile, destination: one Tile, indices: many I32Scalar) {} <>
    -> [result] SameAs(destination)
    = "$source, $destination[$indices] : type($source), type($destination)";
/// 0, 1, 2, ... as a tile of rank 1, whose element type must be able to count it.
Iota iota "iota" 0x3A Pure
    () {} <> -> [result] Given
    = ": type($result)";
/// Moves pointers by a signed number of elements. Leaving the address space is undefined.
Offset offset "offset" 0x51 Pure
    (ptr: one Ptr, offset: one IntLike(ptr)) {} <> -> [result] SameAs(ptr)
    = "$ptr, $offset : type($ptr), type($offset) -> type($result)";
/// A tile that the program never gave a value: an uninitialised object. Moving it is defined,
/// using it is not; any bits may stand for it. An extension of tilec: bytecode has zeros for it.
Poison poison "poison" 0x1000 Pure
    () {} <> -> [result] Given
    = ": type($result)";
/// Reorders dimensions: result dimension `i` is source dimension `permutation[i]`.
Permute permute "permute" 0x53 Pure
    (source: one Tile) { permutation: Permutation } <> -> [result] Permuted
    = "$source [$permutation] : type($source) -> type($result)";
/// Combines all elements along a dimension in an order of the implementation's choice.
///
/// The body has the parameters (element, accumulator) per operand, all of rank 0, and yields the
/// new accumulators; it only computes. The operands have one shape, an identity has the element type
/// of its operand.
Reduce reduce "reduce" 0x58 Structured
    (operands: many Tile) { dim: u32, identities: Identities } <body> -> [results ..] Reduced
    = "$operands dim=$dim identities=[$identities] : types($operands) -> types($results) (params($body)) $body";
/// The same elements in row-major order under another shape.
Reshape reshape "reshape" 0x5B Pure
    (source: one Tile) {} <> -> [result] Given
    = "$source : type($source) -> type($result)";
/// Inclusive prefix combination along a dimension. The body is that of `reduce`.
Scan scan "scan" 0x5E Structured
    (operands: many Tile) { dim: u32, reverse: bool, identities: Identities } <body>
    -> [results ..] EachSameAs(operands)
    = "$operands dim=$dim reverse=$reverse identities=[$identities] : types($operands) -> types($results) (params($body)) $body";
/// Chooses between two tiles element by element.
Select select "select" 0x5F Pure
    (cond: one BoolLike(val_if_true), val_if_true: one Tile, val_if_false: one SameAs(val_if_true))
    {} <> -> [result] SameAs(val_if_true)
    = "$cond, $val_if_true, $val_if_false : type($cond), type($val_if_true)";

// ---- Conversions (section 8.4) ----

/// The same bits as another number type of the same width; pointers have `ptr_to_int` for that.
Bitcast bitcast "bitcast" 0x09 Pure
    (source: one Number) {} <> -> [result] Given
    = "$source : type($source) -> type($result)";
/// Widens integers by sign or zero extension, to strictly more bits.
ExtI exti "exti" 0x25 Pure
    (from: one AnyInt) { signedness: Signedness } <> -> [to] Given
    = "$from $signedness : type($from) -> type($to)";
/// Converts between different float formats, to the nearest value with ties to even; to f8E8M0FNU, which
/// has powers of two only, toward zero or up.
FToF ftof "ftof" 0x2A Pure
    (from: one AnyFloat) { rounding: Rounding } <> -> [to] Given
    = "$from{ rounding<$rounding>} : type($from) -> type($to)";
/// Truncates floats to integers, saturating; NaN becomes 0. An infinity is undefined unless `saturating` says
/// that it saturates, too.
///
/// `unsigned` to `i1` asks for the truth value instead: whether the float is not zero, which is so for each
/// fraction, NaN and infinity.
FToI ftoi "ftoi" 0x2B Pure
    (from: one AnyFloat) { signedness: Signedness, rounding: Rounding, saturating: bool } <>
    -> [to] Given
    = "$from $signedness{ rounding<$rounding>}{ $saturating} : type($from) -> type($to)";
/// Converts integers to floats, rounding in one of the four modes of IEEE 754.
IToF itof "itof" 0x3B Pure
    (from: one Int) { signedness: Signedness, rounding: Rounding } <> -> [to] Given
    = "$from $signedness{ rounding<$rounding>} : type($from) -> type($to)";
/// Integers as addresses.
IntToPtr int_to_ptr "int_to_ptr" 0x33 Pure
    (source: one I64) {} <> -> [result] Given
    = "$source : type($source) -> type($result)";
/// Addresses as integers.
PtrToInt ptr_to_int "ptr_to_int" 0x56 Pure
    (source: one Ptr) {} <> -> [result] I64Like(source)
    = "$source : type($source) -> type($result)";
/// Changes the pointee type.
PtrToPtr ptr_to_ptr "ptr_to_ptr" 0x57 Pure
    (source: one Ptr) {} <> -> [result] Given
    = "$source : type($source) -> type($result)";
/// Drops the high bits of integers, to strictly fewer. `overflow` promises that nothing is lost.
TruncI trunci "trunci" 0x6B Pure
    (from: one AnyInt) { overflow: Overflow } <> -> [to] Given
    = "$from{ overflow<$overflow>} : type($from) -> type($to)";

// ---- Control flow (section 8.5) ----

/// Prints the message for each false element and signals an error to the host.
Assert assert "assert" 0x05 Io
    (condition: one Bool) { message: Box<str> } <> -> [] None
    = "$condition, $message : type($condition)";
/// Leaves the innermost `loop`, which must not be a `for`, with its results.
Break break_ "break" 0x0A Terminator
    (operands: many Any) {} <> -> [] None
    = "{$operands : types($operands)}";
/// Starts the next iteration of the innermost `for` or `loop`.
Continue continue_ "continue" 0x11 Terminator
    (operands: many Any) {} <> -> [] None
    = "{$operands : types($operands)}";
/// Counts from `lower_bound` up to but not including `upper_bound`; the body gets the induction
/// variable and the carried values. The bounds are compared as signed numbers unless `unsigned`; the
/// step is positive.
For for_ "for" 0x29 Structured
    (lower_bound: one IntScalar, upper_bound: one SameAs(lower_bound), step: one SameAs(lower_bound),
     init_values: many Carried) { unsigned: bool } <body> -> [results ..] EachSameAs(init_values)
    = "{$unsigned }induction($body) in ($lower_bound to $upper_bound, step $step) : type($lower_bound){ iter_values(carried($init_values)) -> (types($results))} $body";
/// One of two blocks, which yield the results. A branch that does not end in `yield` leaves the enclosing
/// loop or kernel. Text leaves out an else block that yields nothing.
If if_ "if" 0x32 Structured
    (condition: one BoolScalar) {} <then_block, else_block> -> [results ..] GivenEach
    = "$condition{ -> (types($results))} $then_block{ else $else_block}";
/// Repeats until a `break`, whose operands are the results; the body gets the carried values.
Loop loop_ "loop" 0x41 Structured
    (init_values: many Carried) {} <body> -> [results ..] GivenEach
    = "{iter_values(carried($init_values)) }{loop_types($loop_types) }$body";
/// Ends the kernel, and has no operands. It does not occur in loops.
Return return_ "return" 0x5C Terminator
    (operands: many Any) {} <> -> [] None
    = "{$operands : types($operands)}";
/// Ends the body of an `if`, `reduce` or `scan` with its results.
Yield yield_ "yield" 0x6D Terminator
    (operands: many Any) {} <> -> [] None
    = "{$operands : types($operands)}";

// ---- Memory (section 8.6) ----

/// Lets the grids that depend on this one start, as far as the launch permits it; it orders no memory. Chips
/// before sm_90 have nothing to do.
GdcLaunchDependentsTko gdc_launch_dependents_tko "gdc_launch_dependents_tko" 0x77 ReadWrite
    (token: opt Token) {} <> -> [result_token] Token
    = "{token = $token }-> type($result_token)";
/// Waits until the grids that this one depends on have completed and what they wrote can be seen. Chips before
/// sm_90 have nothing to do.
GdcWaitTko gdc_wait_tko "gdc_wait_tko" 0x78 ReadWrite
    (token: opt Token) {} <> -> [result_token] Token
    = "{token = $token }-> type($result_token)";
/// A token ordered after all of the given ones, which are two or more.
JoinTokens join_tokens "join_tokens" 0x3C Pure
    (tokens: many Token) {} <> -> [result] Token
    = "$tokens : type($result)";
/// Loads one element per pointer. Masked-off elements take the padding value, or are unspecified.
/// The ordering is weak, relaxed or acquire; every one but weak has a scope.
LoadPtrTko load_ptr_tko "load_ptr_tko" 0x3D Read
    (source: one Ptr, mask: opt BoolLike(source), padding: opt PointeeOf(source), token: opt Token)
    { ordering: MemoryOrdering, scope: Option<MemoryScope>, hints: Hints } <>
    -> [result, result_token] Loaded(source)
    = "$ordering{ $scope} $source{, $mask}{, $padding}{ token=$token}{ optimization_hints=<$hints>} : type($source){, type($mask)}{, type($padding)} -> type($result), type($result_token)";
/// Orders the accesses before it with those after it where both reach the same memory at different virtual
/// addresses.
MemoryFenceAliasTko memory_fence_alias_tko "memory_fence_alias_tko" 0x7A ReadWrite
    (token: one Token) {} <> -> [result_token] Token
    = "$token";
/// A token that orders nothing.
MakeToken make_token "make_token" 0x44 Pure
    () {} <> -> [result] Token
    = ": type($result)";
/// Stores one element per pointer, except those that are masked off. The ordering is weak, relaxed or
/// release; every one but weak has a scope.
StorePtrTko store_ptr_tko "store_ptr_tko" 0x65 Write
    (destination: one Ptr, value: one PointeeOf(destination), mask: opt BoolLike(destination),
     token: opt Token)
    { ordering: MemoryOrdering, scope: Option<MemoryScope>, hints: Hints } <>
    -> [result_token] Token
    = "$ordering{ $scope} $destination, $value{, $mask}{ token=$token}{ optimization_hints=<$hints>} : type($destination), type($value){, type($mask)} -> type($result_token)";

// ---- Floating point (section 8.7) ----

/// Absolute value.
AbsF absf "absf" 0x00 Pure
    (source: one Float) {} <> -> [result] SameAs(source)
    = "$source : type($source)";
/// Sum.
/// Rounds in one of the four modes of IEEE 754; `flush_to_zero` is for f32.
AddF addf "addf" 0x02 Pure
    (lhs: one Float, rhs: one SameAs(lhs)) { rounding: Rounding, flush_to_zero: bool } <>
    -> [result] SameAs(lhs)
    = "$lhs, $rhs{ rounding<$rounding>}{ $flush_to_zero} : type($lhs)";
/// Angle of the point (y, x): the arc tangent of the first over the second operand.
Atan2 atan2 "atan2" 0x6E Pure
    (x: one Float, y: one SameAs(x)) {} <> -> [result] SameAs(x)
    = "$x, $y : type($x)";
/// Smallest integer not below.
Ceil ceil "ceil" 0x0D Pure
    (source: one Float) {} <> -> [result] SameAs(source)
    = "$source : type($source)";
/// Compares floats; `ordering` says what a NaN makes of it.
CmpF cmpf "cmpf" 0x0E Pure
    (lhs: one Float, rhs: one SameAs(lhs)) { predicate: CmpPredicate, ordering: CmpOrdering } <>
    -> [result] BoolLike(lhs)
    = "$predicate $ordering $lhs, $rhs : type($lhs) -> type($result)";
/// Cosine.
Cos cos "cos" 0x12 Pure
    (source: one Float) {} <> -> [result] SameAs(source)
    = "$source : type($source)";
/// Hyperbolic cosine.
Cosh cosh "cosh" 0x13 Pure
    (source: one Float) {} <> -> [result] SameAs(source)
    = "$source : type($source)";
/// Quotient, rounded in one of the four modes of IEEE 754; for f32 also the approximations
/// `approx` and, for the full range of divisors, `full`. `flush_to_zero` is for f32.
DivF divf "divf" 0x14 Pure
    (lhs: one Float, rhs: one SameAs(lhs)) { rounding: Rounding, flush_to_zero: bool } <>
    -> [result] SameAs(lhs)
    = "$lhs, $rhs{ rounding<$rounding>}{ $flush_to_zero} : type($lhs)";
/// e to the power of; `approx` is for f32.
Exp exp "exp" 0x17 Pure
    (source: one Float) { rounding: Rounding } <> -> [result] SameAs(source)
    = "$source{ rounding<$rounding>} : type($source)";
/// 2 to the power of; `flush_to_zero` is for f32.
Exp2 exp2 "exp2" 0x18 Pure
    (source: one Float) { flush_to_zero: bool } <> -> [result] SameAs(source)
    = "$source{ $flush_to_zero} : type($source)";
/// Largest integer not above.
Floor floor "floor" 0x27 Pure
    (source: one Float) {} <> -> [result] SameAs(source)
    = "$source : type($source)";
/// `lhs * rhs + acc` with one rounding, in one of the four modes of IEEE 754; `flush_to_zero` is for f32.
Fma fma "fma" 0x28 Pure
    (lhs: one Float, rhs: one SameAs(lhs), acc: one SameAs(lhs))
    { rounding: Rounding, flush_to_zero: bool } <> -> [result] SameAs(lhs)
    = "$lhs, $rhs, $acc{ rounding<$rounding>}{ $flush_to_zero} : type($lhs)";
/// `source` to the power of `exponent`, a signed integer of at most 32 bits; to the power of 0 it is 1.
FPowI fpowi "fpowi" 0x79 Pure
    (source: one Float, exponent: one IntLike(source)) {} <> -> [result] SameAs(source)
    = "$source, $exponent : type($source), type($exponent)";
/// Natural logarithm.
Log log "log" 0x3F Pure
    (source: one Float) {} <> -> [result] SameAs(source)
    = "$source : type($source)";
/// Logarithm to base 2.
Log2 log2 "log2" 0x40 Pure
    (source: one Float) {} <> -> [result] SameAs(source)
    = "$source : type($source)";
/// IEEE `maximumNumber`, or `maximum` with `propagate_nan`; `flush_to_zero` is for f32.
MaxF maxf "maxf" 0x45 Pure
    (lhs: one Float, rhs: one SameAs(lhs)) { propagate_nan: bool, flush_to_zero: bool } <>
    -> [result] SameAs(lhs)
    = "$lhs, $rhs{ $flush_to_zero}{ $propagate_nan} : type($lhs)";
/// IEEE `minimumNumber`, or `minimum` with `propagate_nan`; `flush_to_zero` is for f32.
MinF minf "minf" 0x47 Pure
    (lhs: one Float, rhs: one SameAs(lhs)) { propagate_nan: bool, flush_to_zero: bool } <>
    -> [result] SameAs(lhs)
    = "$lhs, $rhs{ $flush_to_zero}{ $propagate_nan} : type($lhs)";
/// Matrix multiply-accumulate on floats, batched if of rank 3: MxK times KxN plus MxN. The
/// operands have one format:
/// f8E4M3FN, f8E5M2 and f16 accumulate in f16 or f32; bf16, tf32 and f32 in f32; f64 in f64.
MmaF mmaf "mmaf" 0x49 Pure
    (lhs: one Matrix, rhs: one Matrix, acc: one Matrix) { fast_acc: bool } <>
    -> [result] SameAs(acc)
    = "$lhs, $rhs, $acc{ $fast_acc} : type($lhs), type($rhs), type($acc)";
/// Matrix multiply-accumulate with a scale per block of the contracted dimension: MxK with MxS scales
/// times KxN with SxN scales. The operands are f8E4M3FN or f8E5M2 with one f8E8M0FNU for each 32
/// of them, or
/// f4E2M1FN with one f8E8M0FNU or fnv8E5M3FNU for each 16 or 32 or one f8E4M3FN for each 16; the accumulator is f32.
MmaFScaled mmaf_scaled "mmaf_scaled" 0x72 Pure
    (lhs: one Matrix, rhs: one Matrix, acc: one Matrix, lhs_scale: one Matrix, rhs_scale: one Matrix)
    {} <> -> [result] SameAs(acc)
    = "$lhs, $rhs, $acc, $lhs_scale, $rhs_scale : type($lhs), type($rhs), type($acc), type($lhs_scale), type($rhs_scale)";
/// Product.
/// Rounds in one of the four modes of IEEE 754; `flush_to_zero` is for f32.
MulF mulf "mulf" 0x4C Pure
    (lhs: one Float, rhs: one SameAs(lhs)) { rounding: Rounding, flush_to_zero: bool } <>
    -> [result] SameAs(lhs)
    = "$lhs, $rhs{ rounding<$rounding>}{ $flush_to_zero} : type($lhs)";
/// Flips the sign.
NegF negf "negf" 0x4F Pure
    (source: one Float) {} <> -> [result] SameAs(source)
    = "$source : type($source)";
/// `lhs` to the power of `rhs`.
Pow pow "pow" 0x54 Pure
    (lhs: one Float, rhs: one SameAs(lhs)) {} <> -> [result] SameAs(lhs)
    = "$lhs, $rhs : type($lhs)";
/// Remainder of the quotient truncated toward zero, as C `fmod`.
RemF remf "remf" 0x59 Pure
    (lhs: one Float, rhs: one SameAs(lhs)) {} <> -> [result] SameAs(lhs)
    = "$lhs, $rhs : type($lhs)";
/// Reciprocal of the square root; `flush_to_zero` is for f32.
Rsqrt rsqrt "rsqrt" 0x5D Pure
    (source: one Float) { flush_to_zero: bool } <> -> [result] SameAs(source)
    = "$source{ $flush_to_zero} : type($source)";
/// Sine.
Sin sin "sin" 0x62 Pure
    (source: one Float) {} <> -> [result] SameAs(source)
    = "$source : type($source)";
/// Hyperbolic sine.
Sinh sinh "sinh" 0x63 Pure
    (source: one Float) {} <> -> [result] SameAs(source)
    = "$source : type($source)";
/// Square root, rounded in one of the four modes of IEEE 754, or `approx` for f32; so is `flush_to_zero`.
Sqrt sqrt "sqrt" 0x64 Pure
    (source: one Float) { rounding: Rounding, flush_to_zero: bool } <> -> [result] SameAs(source)
    = "$source{ rounding<$rounding>}{ $flush_to_zero} : type($source)";
/// Difference.
/// Rounds in one of the four modes of IEEE 754; `flush_to_zero` is for f32.
SubF subf "subf" 0x67 Pure
    (lhs: one Float, rhs: one SameAs(lhs)) { rounding: Rounding, flush_to_zero: bool } <>
    -> [result] SameAs(lhs)
    = "$lhs, $rhs{ rounding<$rounding>}{ $flush_to_zero} : type($lhs)";
/// Tangent.
Tan tan "tan" 0x69 Pure
    (source: one Float) {} <> -> [result] SameAs(source)
    = "$source : type($source)";
/// Hyperbolic tangent; `approx` is for f32.
Tanh tanh "tanh" 0x6A Pure
    (source: one Float) { rounding: Rounding } <> -> [result] SameAs(source)
    = "$source{ rounding<$rounding>} : type($source)";

// ---- Integer (section 8.8) ----

/// Absolute value of a signed integer; the smallest one wraps to itself.
AbsI absi "absi" 0x01 Pure
    (source: one Int) {} <> -> [result] SameAs(source)
    = "$source : type($source)";
/// Sum.
AddI addi "addi" 0x03 Pure
    (lhs: one Int, rhs: one SameAs(lhs)) { overflow: Overflow } <> -> [result] SameAs(lhs)
    = "$lhs, $rhs{ overflow<$overflow>} : type($lhs)";
/// Compares integers.
CmpI cmpi "cmpi" 0x0F Pure
    (lhs: one Int, rhs: one SameAs(lhs)) { predicate: CmpPredicate, signedness: Signedness } <>
    -> [result] BoolLike(lhs)
    = "$predicate $lhs, $rhs, $signedness : type($lhs) -> type($result)";
/// Quotient, rounded to `zero`, `positive_inf` or, if signed, `negative_inf`. A zero divisor is undefined.
DivI divi "divi" 0x15 Partial
    (lhs: one Int, rhs: one SameAs(lhs)) { signedness: Signedness, rounding: Rounding } <>
    -> [result] SameAs(lhs)
    = "$lhs, $rhs $signedness{ rounding<$rounding>} : type($lhs)";
/// Larger of two.
MaxI maxi "maxi" 0x46 Pure
    (lhs: one Int, rhs: one SameAs(lhs)) { signedness: Signedness } <> -> [result] SameAs(lhs)
    = "$lhs, $rhs $signedness : type($lhs)";
/// Smaller of two.
MinI mini "mini" 0x48 Pure
    (lhs: one Int, rhs: one SameAs(lhs)) { signedness: Signedness } <> -> [result] SameAs(lhs)
    = "$lhs, $rhs $signedness : type($lhs)";
/// Integer matrix multiply-accumulate of i8 in i32, batched if of rank 3: MxK times KxN plus MxN.
MmaI mmai "mmai" 0x4A Pure
    (lhs: one Matrix, rhs: one Matrix, acc: one Matrix)
    { signedness_lhs: Signedness, signedness_rhs: Signedness } <> -> [result] SameAs(acc)
    = "$lhs, $rhs, $acc $signedness_lhs $signedness_rhs : type($lhs), type($rhs), type($acc)";
/// Product.
MulI muli "muli" 0x4E Pure
    (lhs: one Int, rhs: one SameAs(lhs)) { overflow: Overflow } <> -> [result] SameAs(lhs)
    = "$lhs, $rhs{ overflow<$overflow>} : type($lhs)";
/// High half of the unsigned product.
MulhiI mulhii "mulhii" 0x4D Pure
    (lhs: one Int, rhs: one SameAs(lhs)) {} <> -> [result] SameAs(lhs)
    = "$lhs, $rhs : type($lhs)";
/// Flips the sign. `overflow` may promise that the smallest number does
/// not occur.
NegI negi "negi" 0x50 Pure
    (source: one Int) { overflow: Overflow } <> -> [result] SameAs(source)
    = "$source{ overflow<$overflow>} : type($source)";
/// Remainder with the sign of `lhs`. A zero divisor is undefined.
RemI remi "remi" 0x5A Partial
    (lhs: one Int, rhs: one SameAs(lhs)) { signedness: Signedness } <> -> [result] SameAs(lhs)
    = "$lhs, $rhs $signedness : type($lhs)";
/// Shift left. An amount of the width or more is undefined.
ShlI shli "shli" 0x60 Pure
    (value: one Int, amount: one SameAs(value)) { overflow: Overflow } <>
    -> [result] SameAs(value)
    = "$value, $amount{ overflow<$overflow>} : type($value)";
/// Shift right, arithmetic if signed. An amount of the width or more is undefined.
ShrI shri "shri" 0x61 Pure
    (value: one Int, amount: one SameAs(value)) { signedness: Signedness } <>
    -> [result] SameAs(value)
    = "$value, $amount $signedness : type($value)";
/// Difference.
SubI subi "subi" 0x68 Pure
    (lhs: one Int, rhs: one SameAs(lhs)) { overflow: Overflow } <> -> [result] SameAs(lhs)
    = "$lhs, $rhs{ overflow<$overflow>} : type($lhs)";

// ---- Bits (section 8.9) ----

/// Bitwise and.
AndI andi "andi" 0x04 Pure
    (lhs: one Int, rhs: one SameAs(lhs)) {} <> -> [result] SameAs(lhs)
    = "$lhs, $rhs : type($lhs)";
/// Bitwise or.
OrI ori "ori" 0x52 Pure
    (lhs: one Int, rhs: one SameAs(lhs)) {} <> -> [result] SameAs(lhs)
    = "$lhs, $rhs : type($lhs)";
/// Reinterprets a rank-1 tile of numbers that do not have 8 bits as its bytes.
Pack pack "pack" 0x6F Pure
    (source: one Number) {} <> -> [result] Given
    = "$source : type($source) -> type($result)";
/// Reinterprets bytes as a rank-1 tile of numbers that do not have 8 bits.
Unpack unpack "unpack" 0x70 Pure
    (source: one Bytes) {} <> -> [result] Given
    = "$source : type($source) -> type($result)";
/// Bitwise exclusive or.
XorI xori "xori" 0x6C Pure
    (lhs: one Int, rhs: one SameAs(lhs)) {} <> -> [result] SameAs(lhs)
    = "$lhs, $rhs : type($lhs)";

// ---- Atomics (section 8.10) ----

/// Stores `val` where memory equals `cmp` bit for bit; yields the old value, for a masked-off element
/// `cmp`. For i32, i64, f32 and f64, in any ordering but weak.
AtomicCasTko atomic_cas_tko "atomic_cas_tko" 0x07 ReadWrite
    (pointers: one Ptr, cmp: one PointeeOf(pointers), val: one SameAs(cmp),
     mask: opt BoolLike(pointers), token: opt Token)
    { ordering: MemoryOrdering, scope: MemoryScope } <>
    -> [result, result_token] SameAsWithToken(cmp)
    = "$ordering $scope $pointers, $cmp, $val{, $mask}{ token=$token} : type($pointers), type($cmp){, type($mask)} -> type($result), type($result_token)";
/// Replaces memory by a function of it and `arg`; yields the old value. `overflow` is what `add`
/// promises, an extension of tilec that bytecode leaves out. Integers have 32 or 64 bits, as have the floats
/// of `xchg`; `addf` also takes f16 and bf16. In any ordering but weak.
AtomicRmwTko atomic_rmw_tko "atomic_rmw_tko" 0x08 ReadWrite
    (pointers: one Ptr, arg: one PointeeOf(pointers), mask: opt BoolLike(pointers),
     token: opt Token)
    { ordering: MemoryOrdering, scope: MemoryScope, mode: RmwMode, overflow: Overflow } <>
    -> [result, result_token] SameAsWithToken(arg)
    = "$ordering $scope $pointers, $mode, $arg{, $mask}{ overflow<$overflow>}{ token=$token} : type($pointers), type($arg){, type($mask)} -> type($result), type($result_token)";
/// Combines a tile into a tile of a view, atomically per element: relaxed, in scope `tl_blk` or `device`, in
/// any mode but `xchg`. `inbounds` is that of `load_view_tko`.
AtomicRedViewTko atomic_red_view_tko "atomic_red_view_tko" 0x75 ReadWrite
    (view: one TiledView, index: many ViewIndex, value: one TileOf(view), token: opt Token)
    { ordering: MemoryOrdering, scope: MemoryScope, mode: RmwMode, inbounds: Inbounds } <>
    -> [result_token] Token
    = "$ordering $scope $view[$index], $mode, $value{ token = $token}{ inbounds = [$inbounds]} : type($value), type($view){, type($index)} -> type($result_token)";

// ---- Views (section 8.11) ----

/// Per-block scratch memory for so many elements; the alignment is a power of two.
Alloca alloca "alloca" 0x71 Alloc
    () { num_elem: i64, alignment: i64, global: bool } <> -> [result] Given
    = "num_elem = $num_elem, alignment = $alignment{ $global} : type($result)";
/// The number of indices of a view in each dimension of its index space, all of one integer type: of tiles, and
/// of elements if it is a gather/scatter view.
GetIndexSpaceShape get_index_space_shape "get_index_space_shape" 0x2D Pure
    (src: one TiledView) {} <> -> [results ..] GivenEach
    = "$src : type($src){ -> type($results)}";
/// The extents of a tensor view, all of one integer type.
GetTensorShape get_tensor_shape "get_tensor_shape" 0x2F Pure
    (src: one TensorView) {} <> -> [results ..] GivenEach
    = "$src : type($src){ -> type($results)}";
/// Loads one tile of a view. Elements outside the tensor take the view's padding value, or are
/// unspecified. The ordering is weak, relaxed or acquire; every one but weak has a scope. `inbounds` promises
/// that the tile is within the tensor along the dimensions for which it is true: otherwise the behaviour is
/// undefined, padding value or not.
LoadViewTko load_view_tko "load_view_tko" 0x3E Read
    (view: one TiledView, index: many ViewIndex, token: opt Token)
    { ordering: MemoryOrdering, scope: Option<MemoryScope>, hints: Hints, inbounds: Inbounds } <>
    -> [tile, result_token] LoadedTile(view)
    = "$ordering{ $scope} $view[$index]{ token = $token}{ optimization_hints=<$hints>}{ inbounds = [$inbounds]} : type($view){, type($index)} -> type($tile), type($result_token)";
/// Slices picked along a sparse dimension.
///
/// The index of the sparse dimension is a tile: the element of the dimension that each slice has. Those of
/// the dense dimensions are scalars, the elements at which each slice begins, and not numbers of
/// tiles. Elements outside the tensor, the beginning of a slice too, are padding.
MakeGatherScatterView make_gather_scatter_view "make_gather_scatter_view" 0x73 Pure
    (tensor_view: one TensorView) {} <> -> [result] Given
    = "$tensor_view : type($result)";
/// Disjoint tiles of a tensor.
MakePartitionView make_partition_view "make_partition_view" 0x42 Pure
    (tensor_view: one TensorView) {} <> -> [result] Given
    = "$tensor_view : type($result)";
/// Overlapping or gapped tiles of a tensor.
MakeStridedView make_strided_view "make_strided_view" 0x74 Pure
    (tensor_view: one TensorView) {} <> -> [result] Given
    = "$tensor_view : type($result)";
/// A strided tensor at `base`. The operands give, in order, the extents and strides that the type
/// leaves open; they are of one integer type.
MakeTensorView make_tensor_view "make_tensor_view" 0x43 Pure
    (base: one PtrScalar, dynamic_shape: many IntScalar, dynamic_strides: many IntScalar)
    {} <> -> [result] Given
    = "$base, shape = [extents($dynamic_shape)], strides = [extents($dynamic_strides)] : {type(extents) -> }type($result)";
/// Loads one tile of a view of multicast memory: each element is the reduction of all copies of it, in an order
/// of the implementation's choice. Elements outside the tensor are those of `load_view_tko`. The ordering is
/// weak, relaxed or acquire; every one but weak has a scope. Integers have 32 or 64 bits, floats are f16, bf16,
/// f32 or f64; of floats `add` is for all, `min` and `max` for f16 and bf16.
MultimemLoadReduceViewTko multimem_load_reduce_view_tko "multimem_load_reduce_view_tko" 0x7B Read
    (view: one TiledView, index: many ViewIndex, token: opt Token)
    { ordering: MemoryOrdering, scope: Option<MemoryScope>, reduction: ReductionKind, inbounds: Inbounds } <>
    -> [tile, result_token] LoadedTile(view)
    = "$ordering{ $scope} $view[$index]{ token = $token}{ reduction<$reduction>}{ inbounds = [$inbounds]} : type($view){, type($index)} -> type($tile), type($result_token)";
/// Combines a tile into a tile of every copy of multicast memory, atomically per element; elements outside the
/// tensor are dropped. The ordering is relaxed or release. The elements are those of
/// `multimem_load_reduce_view_tko`; floats have `add` alone.
MultimemReduceViewTko multimem_reduce_view_tko "multimem_reduce_view_tko" 0x7C ReadWrite
    (view: one TiledView, tile: one TileOf(view), index: many ViewIndex, token: opt Token)
    { ordering: MemoryOrdering, scope: MemoryScope, reduction: ReductionKind, inbounds: Inbounds } <>
    -> [result_token] Token
    = "$ordering $scope $view, $tile[$index]{ token = $token}{ reduction<$reduction>}{ inbounds = [$inbounds]} : type($view), type($tile){, type($index)} -> type($result_token)";
/// Stores a tile to a tile of every copy of multicast memory; elements outside the tensor are dropped. The
/// ordering is weak, relaxed or release; every one but weak has a scope. The elements are those of
/// `multimem_load_reduce_view_tko`.
MultimemStoreViewTko multimem_store_view_tko "multimem_store_view_tko" 0x7D Write
    (view: one TiledView, tile: one TileOf(view), index: many ViewIndex, token: opt Token)
    { ordering: MemoryOrdering, scope: Option<MemoryScope>, inbounds: Inbounds } <>
    -> [result_token] Token
    = "$ordering{ $scope} $view, $tile[$index]{ token = $token}{ inbounds = [$inbounds]} : type($view), type($tile){, type($index)} -> type($result_token)";
/// Stores one tile of a view; elements outside the tensor are dropped. The ordering is weak, relaxed or
/// release; every one but weak has a scope. `inbounds` is that of `load_view_tko`.
StoreViewTko store_view_tko "store_view_tko" 0x66 Write
    (tile: one TileOf(view), view: one TiledView, index: many ViewIndex, token: opt Token)
    { ordering: MemoryOrdering, scope: Option<MemoryScope>, hints: Hints, inbounds: Inbounds } <>
    -> [result_token] Token
    = "$ordering{ $scope} $tile, $view[$index]{ token = $token}{ optimization_hints=<$hints>}{ inbounds = [$inbounds]} : type($tile), type($view){, type($index)} -> type($result_token)";

// ---- Miscellaneous (section 8.12) ----

/// The same value, about which something may be assumed; if it does not hold, behaviour is undefined.
///
/// `div_by<D, every N along DIM>`: the first of each N elements along a dimension is a multiple of D, a
/// power of two, and the others count up from it (pointers by their pointee); without `every`, each element
/// is. Integers, pointers, the base of a tensor view. `same_elements<[N, ..]>`: blocks of N elements per
/// dimension are equal. `bounded<LOW, HIGH>`: integers are within these, as signed numbers; `?` is open.
Assume assume "assume" 0x06 Pure
    (value: one Any) { predicate: Assumption } <> -> [result] SameAs(value)
    = "$predicate, $value : type($value)";
/// A precondition: the behaviour is undefined unless all elements hold, which is rule `rule` of the
/// undefined-behaviour annex (0: none of these). Passes drop it, the sanitizer reports it. An
/// extension of tilec: bytecode leaves it out.
Require require "require" 0x1001 Pure
    (condition: one Bool) { rule: i64, text: Box<str> } <> -> [] None
    = "$condition, rule = $rule, $text : type($condition)";
/// The same value, which must have been given one: otherwise the behaviour is undefined by rule
/// `rule` of the annex. An extension of tilec: bytecode has a copy for it.
Given given "given" 0x1002 Pure
    (value: one Tile) { rule: i64, text: Box<str> } <> -> [result] SameAs(value)
    = "$value, rule = $rule, $text : type($value)";
/// Whether pointers may point into one object, or past its end; true where nothing is known.
/// Only the sanitizer knows more than that. An extension of tilec: bytecode has `true` for it.
SameObject same_object "same_object" 0x1003 Pure
    (lhs: one Ptr, rhs: one SameAs(lhs)) {} <> -> [result] BoolLike(lhs)
    = "$lhs, $rhs : type($lhs) -> type($result)";
/// The same pointers, which are to the first element of a member of `bytes` bytes: moving them out
/// of it is undefined. With 0 bytes they are to whatever is around them again. An extension of tilec:
/// bytecode has a copy for it.
Subobject subobject "subobject" 0x1004 Pure
    (pointer: one Ptr) { bytes: i64 } <> -> [result] SameAs(pointer)
    = "$pointer, bytes = $bytes : type($pointer)";
/// The same pointers, as values of a `__restrict__` pointer that begins to live here: what is accessed
/// through them, and changed at all while it lives, is accessed through nothing else. An extension of
/// tilec: bytecode has a copy for it.
Based based "based" 0x1005 Pure
    (pointer: one Ptr) {} <> -> [result] SameAs(pointer)
    = "$pointer : type($pointer)";
/// Tells the sanitizer what becomes of an object or of an expression, see [`Event`]. `place` is where
/// an object is that has no address, `node` names an operator, or says how many of them an access is
/// part of. An extension of tilec: bytecode leaves it out.
Note note "note" 0x1006 Pure
    (pointer: opt Ptr) { event: Event, place: i64, bytes: i64, node: i64 } <> -> [] None
    = "$event{ $pointer}, place = $place, bytes = $bytes, node = $node{ : type($pointer)}";
/// Calls a function of a tile library, which the assembler of bytecode finds by its name and its template
/// arguments. Operands are two tokens, the arguments, and a zero for each result behind the tokens; results
/// are two tokens and what the function returns. It may access any memory.
PreviewCall preview_call "preview$call" 0x4002 ReadWrite
    (operands: many Any) { callee: Box<str>, const_args: ConstArgs } <> -> [results ..] GivenEach
    = "$callee{ const_args = [$const_args]}, $operands : types($operands) -> types($results)";
/// Prints values in the manner of C's printf; a tile prints as a nested list.
PrintTko print_tko "print_tko" 0x55 Io
    (values: many Tile, token: opt Token) { format: Box<str> } <> -> [result_token] Token
    = "$format{, $values}{ token=$token}{ : types($values)} -> type($result_token)";
        }
    };
}

/// How many values an operand stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    One,
    Opt,
    Many,
}

/// What the type of an operand must be. Those with a name refer to another operand of the op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    Any,
    /// What a loop may carry: a tile or a token.
    Carried,
    Token,
    /// A tile of anything.
    Tile,
    /// A tile of numbers.
    Number,
    /// A tile of integers that have arithmetic: all but i4.
    Int,
    /// A tile of any integers.
    AnyInt,
    /// A tile of one of the formats that have arithmetic: f16, bf16, f32, f64.
    Float,
    /// A tile of any float format.
    AnyFloat,
    /// A tile of i1.
    Bool,
    /// A tile of i64.
    I64,
    /// A rank-1 tile of i8.
    Bytes,
    /// A tile of pointers.
    Ptr,
    /// A tile of numbers of rank 2 or 3.
    Matrix,
    IntScalar,
    I32Scalar,
    BoolScalar,
    PtrScalar,
    TensorView,
    /// A partition, strided or gather/scatter view.
    TiledView,
    /// An integer of rank 0, or the index tile of a gather/scatter view's sparse dimension.
    ViewIndex,
    /// The type of that operand.
    SameAs(&'static str),
    /// i1 in the shape of that operand.
    BoolLike(&'static str),
    /// Integers in the shape of that operand.
    IntLike(&'static str),
    /// What that tile of pointers points to.
    PointeeOf(&'static str),
    /// A tile of that view.
    TileOf(&'static str),
}

/// How the types of the results follow from the instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultRule {
    /// There is no result.
    None,
    /// The one result type is part of the instruction; the verifier checks it.
    Given,
    /// Any number of results whose types are part of the instruction.
    GivenEach,
    SameAs(&'static str),
    SameAsWithToken(&'static str),
    /// One result of the type of each operand in the group.
    EachSameAs(&'static str),
    BoolLike(&'static str),
    I64Like(&'static str),
    Token,
    /// What that tile of pointers points to, and a token.
    Loaded(&'static str),
    /// A tile of that view, and a token.
    LoadedTile(&'static str),
    /// Three rank-0 i32.
    I32Triple,
    /// The source's type with its dimensions reordered.
    Permuted,
    /// The left operand's type with dimension `dim` of both added up.
    Concatenated,
    /// The type of each operand without dimension `dim`.
    Reduced,
}

/// What an op may do besides computing its results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing: may be repeated, moved, dropped. Results that a broken promise (overflow flag,
    /// assumption) makes meaningless are a matter of their uses.
    Pure,
    /// Nothing, but undefined for some operands: may be dropped, not executed speculatively.
    Partial,
    Read,
    Write,
    ReadWrite,
    /// Makes new memory: may be dropped, not merged with an equal one.
    Alloc,
    /// Observable by the user: never dropped.
    Io,
    /// Ends a block.
    Terminator,
    /// What its regions do.
    Structured,
}

/// One operand of a row.
#[derive(Clone, Copy, Debug)]
pub struct OperandInfo {
    pub name: &'static str,
    pub arity: Arity,
    pub class: Class,
}

/// One attribute of a row.
#[derive(Clone, Copy, Debug)]
pub struct AttrInfo {
    pub name: &'static str,
    pub kind: AttrKind,
    /// The Rust type, as written in the row.
    pub ty: &'static str,
}

/// A row of the op table as data.
#[derive(Clone, Copy, Debug)]
pub struct OpInfo {
    pub opcode: Opcode,
    pub mnemonic: &'static str,
    /// The lines of the doc comment.
    pub doc: &'static [&'static str],
    /// The opcode number in bytecode.
    pub bytecode: u32,
    pub effect: Effect,
    pub operands: &'static [OperandInfo],
    pub attrs: &'static [AttrInfo],
    pub regions: &'static [&'static str],
    /// The result names as written in the row; `..` marks any number.
    pub results: &'static str,
    pub result_rule: ResultRule,
    /// What follows the mnemonic in text; see [`print`](crate::print).
    pub format: &'static str,
}

/// The "version" of ops and fields that tilec added and no bytecode has.
pub const EXTENSION: u32 = u32::MAX;

/// The first opcode number of ops of previews.
const PREVIEWS: u32 = 0x4000;

impl OpInfo {
    /// The minor version of dialect 13 that introduced the op, or [`EXTENSION`].
    pub fn since(&self) -> u32 {
        match self.bytecode {
            0x00..=0x6D => 1,
            0x6E => 2,
            0x6F..=0x75 => 3,
            0x76..=0x7A => 4,
            0x7B..0x1000 | PREVIEWS.. => 5,
            _ => EXTENSION,
        }
    }

    /// Whether the op is of a preview: a file that has it says so, and a reader may refuse it.
    pub fn is_preview(&self) -> bool {
        self.bytecode >= PREVIEWS
    }

    /// The minor version of dialect 13 that gave the op its operand, attribute or result `name`.
    pub fn field_since(&self, name: &str) -> u32 {
        match (self.opcode, name) {
            (Opcode::For, "unsigned")
            | (Opcode::NegI, "overflow")
            | (Opcode::PrintTko, "token" | "result_token")
            | (Opcode::Tanh, "rounding") => 2,
            (Opcode::Exp, "rounding") | (Opcode::MmaF, "fast_acc") => 3,
            (Opcode::FToI, "saturating")
            | (Opcode::LoadViewTko | Opcode::StoreViewTko, "inbounds") => 4,
            (Opcode::AtomicRedViewTko, "inbounds") => 5,
            (Opcode::AtomicRmwTko, "overflow") => EXTENSION,
            _ => self.since(),
        }
    }
}

/// A field of [`InstData`] that holds operands.
trait OperandField {
    fn each(&self, f: &mut dyn FnMut(Value));
    fn each_mut(&mut self, f: &mut dyn FnMut(&mut Value));

    fn list(&self) -> ValueList {
        let mut list = ValueList::new();
        self.each(&mut |value| list.push(value));
        list
    }
}

impl OperandField for Value {
    fn each(&self, f: &mut dyn FnMut(Value)) {
        f(*self);
    }

    fn each_mut(&mut self, f: &mut dyn FnMut(&mut Value)) {
        f(self);
    }
}

impl OperandField for Option<Value> {
    fn each(&self, f: &mut dyn FnMut(Value)) {
        if let Some(value) = self {
            f(*value);
        }
    }

    fn each_mut(&mut self, f: &mut dyn FnMut(&mut Value)) {
        if let Some(value) = self {
            f(value);
        }
    }
}

impl OperandField for ValueList {
    fn each(&self, f: &mut dyn FnMut(Value)) {
        self.iter().copied().for_each(f);
    }

    fn each_mut(&mut self, f: &mut dyn FnMut(&mut Value)) {
        self.iter_mut().for_each(f);
    }
}

/// Gives the fields of an instruction by name; see [`InstData::from_fields`].
pub trait FieldSource {
    type Error;
    fn one(&mut self, name: &'static str) -> Result<Value, Self::Error>;
    fn opt(&mut self, name: &'static str) -> Result<Option<Value>, Self::Error>;
    fn many(&mut self, name: &'static str) -> Result<ValueList, Self::Error>;
    /// An attribute value of the given kind.
    fn attr(&mut self, name: &'static str, kind: AttrKind) -> Result<AttrValue, Self::Error>;
    fn region(&mut self, name: &'static str) -> Result<Block, Self::Error>;
    /// The error for an attribute that [`attr`](Self::attr) gave in another kind than asked.
    fn wrong_kind(&mut self, name: &'static str) -> Self::Error;
}

fn read_attr<A: Attr, S: FieldSource>(source: &mut S, name: &'static str) -> Result<A, S::Error> {
    let value = source.attr(name, A::KIND)?;
    A::from_value(value).ok_or_else(|| source.wrong_kind(name))
}

macro_rules! operand_type {
    (one) => { Value };
    (opt) => { Option<Value> };
    (many) => { ValueList };
}

macro_rules! arity {
    (one) => {
        Arity::One
    };
    (opt) => {
        Arity::Opt
    };
    (many) => {
        Arity::Many
    };
}

macro_rules! define_ops {
    ($(
        $(#[doc = $doc:literal])*
        $Op:ident $method:ident $mnemonic:literal $number:literal $effect:ident
            ($($operand:ident: $arity:ident $Class:ident $(($of:ident))?),*)
            { $($attr:ident: $Attr:ty),* }
            <$($region:ident),*>
            -> [$($result:tt)*] $Rule:ident $(($rule_of:ident))?
            = $format:literal;
    )*) => {
        /// The name of an op.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Opcode { $($(#[doc = $doc])* $Op,)* }

        /// An instruction: the op with its operands, attributes and regions.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub enum InstData {
            $($(#[doc = $doc])* $Op {
                $($operand: operand_type!($arity),)*
                $($attr: $Attr,)*
                $($region: Block,)*
            },)*
        }

        static OPS: &[OpInfo] = &[$(OpInfo {
            opcode: Opcode::$Op,
            mnemonic: $mnemonic,
            doc: &[$($doc),*],
            bytecode: $number,
            effect: Effect::$effect,
            operands: &[$(OperandInfo {
                name: stringify!($operand),
                arity: arity!($arity),
                class: Class::$Class $((stringify!($of)))?,
            }),*],
            attrs: &[$(AttrInfo {
                name: stringify!($attr),
                kind: <$Attr as Attr>::KIND,
                ty: stringify!($Attr),
            }),*],
            regions: &[$(stringify!($region)),*],
            results: stringify!($($result)*),
            result_rule: ResultRule::$Rule $((stringify!($rule_of)))?,
            format: $format,
        }),*];

        impl Opcode {
            /// Every op, in the order of the table.
            pub const ALL: &[Opcode] = &[$(Opcode::$Op),*];

            pub fn from_mnemonic(mnemonic: &str) -> Option<Opcode> {
                match mnemonic { $($mnemonic => Some(Opcode::$Op),)* _ => None }
            }

            pub fn from_bytecode(number: u64) -> Option<Opcode> {
                match number { $($number => Some(Opcode::$Op),)* _ => None }
            }
        }

        impl InstData {
            pub fn opcode(&self) -> Opcode {
                match self { $(InstData::$Op { .. } => Opcode::$Op,)* }
            }

            /// Calls `f` with each operand in order.
            pub fn for_each_operand(&self, mut f: impl FnMut(Value)) {
                let f: &mut dyn FnMut(Value) = &mut f;
                match self {
                    $(InstData::$Op { $($operand,)* .. } => { $($operand.each(f);)* let _ = f; })*
                }
            }

            /// Calls `f` with each operand in order, to change it.
            pub fn for_each_operand_mut(&mut self, mut f: impl FnMut(&mut Value)) {
                let f: &mut dyn FnMut(&mut Value) = &mut f;
                match self {
                    $(InstData::$Op { $($operand,)* .. } => { $($operand.each_mut(f);)* let _ = f; })*
                }
            }

            /// The operands of each group of the row, in order; see [`OpInfo::operands`].
            pub fn operand_groups(&self) -> SmallVec<[ValueList; 4]> {
                match self {
                    $(InstData::$Op { $($operand,)* .. } => {
                        SmallVec::from_iter::<[ValueList; { 0 $(+ { let _ = stringify!($operand); 1 })* }]>(
                            [$($operand.list()),*],
                        )
                    })*
                }
            }

            /// The attributes, in order; see [`OpInfo::attrs`] for their names.
            pub fn attrs(&self) -> SmallVec<[AttrValue; 4]> {
                match self {
                    $(InstData::$Op { $($attr,)* .. } => {
                        SmallVec::from_iter::<[AttrValue; { 0 $(+ { let _ = stringify!($attr); 1 })* }]>(
                            [$(Attr::to_value($attr)),*],
                        )
                    })*
                }
            }

            /// Makes an instruction from fields that `source` gives one by one, in the order of
            /// the row: how text and bytecode are read.
            pub fn from_fields<S: FieldSource>(
                opcode: Opcode,
                source: &mut S,
            ) -> Result<InstData, S::Error> {
                Ok(match opcode {
                    $(Opcode::$Op => InstData::$Op {
                        $($operand: source.$arity(stringify!($operand))?,)*
                        $($attr: read_attr(source, stringify!($attr))?,)*
                        $($region: source.region(stringify!($region))?,)*
                    },)*
                })
            }

            /// Whether the instruction has regions.
            #[inline(always)]
            pub fn has_blocks(&self) -> bool {
                match self {
                    $(InstData::$Op { .. } => {
                        const REGIONS: &[&str] = &[$(stringify!($region)),*];
                        !REGIONS.is_empty()
                    })*
                }
            }

            /// The blocks of the regions, in order.
            #[inline]
            pub fn blocks(&self) -> SmallVec<[Block; 2]> {
                match self.has_blocks() {
                    true => self.blocks_of_regions(),
                    false => SmallVec::new(),
                }
            }

            fn blocks_of_regions(&self) -> SmallVec<[Block; 2]> {
                match self {
                    $(InstData::$Op { $($region,)* .. } => {
                        #[allow(unused_mut, reason = "most ops have no region")]
                        let mut blocks = SmallVec::new();
                        $(blocks.push(*$region);)*
                        blocks
                    })*
                }
            }

            /// Calls `f` with the block of each region in order, to change it.
            pub fn for_each_block_mut(&mut self, mut f: impl FnMut(&mut Block)) {
                let f: &mut dyn FnMut(&mut Block) = &mut f;
                match self {
                    $(InstData::$Op { $($region,)* .. } => { $(f($region);)* let _ = f; })*
                }
            }
        }
    };
}

for_each_op!(define_ops);

impl Opcode {
    /// The row of the table.
    pub fn info(self) -> &'static OpInfo {
        &OPS[self as usize]
    }

    pub fn mnemonic(self) -> &'static str {
        self.info().mnemonic
    }

    /// The ops of the published dialect, without our extensions and those of previews.
    pub fn published() -> impl Iterator<Item = Opcode> {
        let is_published = |info: &OpInfo| info.since() != EXTENSION && !info.is_preview();
        Opcode::ALL.iter().copied().filter(move |op| is_published(op.info()))
    }

    pub fn is_terminator(self) -> bool {
        self.info().effect == Effect::Terminator
    }
}

impl Opcode {
    /// The value that an attribute has when text does not mention it.
    pub fn default_attr(self, kind: AttrKind) -> Option<AttrValue> {
        match kind {
            AttrKind::Flag => Some(AttrValue::Flag(false)),
            AttrKind::Overflow => Some(AttrValue::Overflow(Overflow::None)),
            AttrKind::Rounding => Some(AttrValue::Rounding(self.default_rounding())),
            AttrKind::OptScope => Some(AttrValue::OptScope(None)),
            AttrKind::Hints => Some(AttrValue::Hints(Hints::new())),
            AttrKind::Inbounds => Some(AttrValue::Inbounds(Inbounds::new())),
            AttrKind::Reduction => Some(AttrValue::Reduction(ReductionKind::Add)),
            AttrKind::ConstArgs => Some(AttrValue::ConstArgs(ConstArgs::new())),
            AttrKind::Dim
            | AttrKind::Int
            | AttrKind::Text
            | AttrKind::Signedness
            | AttrKind::Predicate
            | AttrKind::CmpOrdering
            | AttrKind::MemoryOrdering
            | AttrKind::Scope
            | AttrKind::RmwMode
            | AttrKind::Event
            | AttrKind::Constant
            | AttrKind::Permutation
            | AttrKind::Identities
            | AttrKind::Assumption
            | AttrKind::Global => None,
        }
    }

    /// The rounding that an op has when it says nothing.
    pub fn default_rounding(self) -> Rounding {
        match self {
            Opcode::Exp | Opcode::Tanh => Rounding::Full,
            Opcode::FToI => Rounding::NearestIntToZero,
            Opcode::DivI => Rounding::Zero,
            _ => Rounding::NearestEven,
        }
    }
}

impl OpInfo {
    /// The names of the results.
    pub fn result_names(&self) -> impl Iterator<Item = &'static str> {
        self.results.split([',', ' ', '.']).filter(|name| !name.is_empty())
    }
}

impl InstData {
    pub fn info(&self) -> &'static OpInfo {
        self.opcode().info()
    }

    /// The attribute called `name` in the row.
    pub fn attr(&self, name: &str) -> Option<AttrValue> {
        let index = self.info().attrs.iter().position(|attr| attr.name == name)?;
        self.attrs().get(index).cloned()
    }

    /// All operands in order.
    pub fn operands(&self) -> ValueList {
        let mut list = ValueList::new();
        self.for_each_operand(|value| list.push(value));
        list
    }

    /// The operands of the group called `name` in the row.
    pub fn operand_group(&self, name: &str) -> ValueList {
        let index = self.info().operands.iter().position(|operand| operand.name == name);
        index.and_then(|index| self.operand_groups().get(index).cloned()).unwrap_or_default()
    }

    pub fn is_terminator(&self) -> bool {
        self.opcode().is_terminator()
    }

    /// The effect of the op, with synchronising loads and stores counted as both.
    ///
    /// A load that is not weak may not be dropped or repeated: what it reads may change.
    pub fn effect(&self) -> Effect {
        let ordering = self.memory_ordering();
        match self.info().effect {
            Effect::Read | Effect::Write if ordering != Some(MemoryOrdering::Weak) => {
                Effect::ReadWrite
            }
            effect => effect,
        }
    }

    /// The pointers or the view through which memory is accessed.
    pub fn accessed(&self) -> Option<Value> {
        match self {
            InstData::LoadPtrTko { source, .. } => Some(*source),
            InstData::StorePtrTko { destination, .. } => Some(*destination),
            InstData::AtomicRmwTko { pointers, .. } | InstData::AtomicCasTko { pointers, .. } => {
                Some(*pointers)
            }
            InstData::LoadViewTko { view, .. }
            | InstData::StoreViewTko { view, .. }
            | InstData::AtomicRedViewTko { view, .. }
            | InstData::MultimemLoadReduceViewTko { view, .. }
            | InstData::MultimemReduceViewTko { view, .. }
            | InstData::MultimemStoreViewTko { view, .. } => Some(*view),
            _ => None,
        }
    }

    /// The ordering of a memory operation.
    pub fn memory_ordering(&self) -> Option<MemoryOrdering> {
        match self {
            InstData::LoadPtrTko { ordering, .. }
            | InstData::StorePtrTko { ordering, .. }
            | InstData::LoadViewTko { ordering, .. }
            | InstData::StoreViewTko { ordering, .. }
            | InstData::AtomicCasTko { ordering, .. }
            | InstData::AtomicRmwTko { ordering, .. }
            | InstData::AtomicRedViewTko { ordering, .. }
            | InstData::MultimemLoadReduceViewTko { ordering, .. }
            | InstData::MultimemReduceViewTko { ordering, .. }
            | InstData::MultimemStoreViewTko { ordering, .. } => Some(*ordering),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_unique_and_documented() {
        for (i, a) in OPS.iter().enumerate() {
            assert_eq!(a.opcode as usize, i);
            assert!(!a.doc.is_empty(), "{} has no doc", a.mnemonic);
            for b in &OPS[..i] {
                assert_ne!(a.mnemonic, b.mnemonic);
                assert_ne!(a.bytecode, b.bytecode, "{} and {}", a.mnemonic, b.mnemonic);
            }
            assert_eq!(Opcode::from_mnemonic(a.mnemonic), Some(a.opcode));
            assert_eq!(Opcode::from_bytecode(u64::from(a.bytecode)), Some(a.opcode));
        }
    }

    #[test]
    fn classes_and_rules_name_operands_of_their_row() {
        for op in OPS {
            let known = |name: &str| op.operands.iter().any(|operand| operand.name == name);
            for operand in op.operands {
                if let Class::SameAs(of)
                | Class::BoolLike(of)
                | Class::IntLike(of)
                | Class::PointeeOf(of)
                | Class::TileOf(of) = operand.class
                {
                    assert!(known(of), "{}: {of}", op.mnemonic);
                }
            }
            if let ResultRule::SameAs(of)
            | ResultRule::SameAsWithToken(of)
            | ResultRule::EachSameAs(of)
            | ResultRule::BoolLike(of)
            | ResultRule::I64Like(of)
            | ResultRule::Loaded(of)
            | ResultRule::LoadedTile(of) = op.result_rule
            {
                assert!(known(of), "{}: {of}", op.mnemonic);
            }
        }
    }
}
