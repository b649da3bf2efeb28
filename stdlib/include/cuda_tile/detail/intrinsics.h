// Compiler intrinsics of the tile library: one function template per Tile IR operation.
//
// The compiler gives a meaning to a call by three things only: the mnemonic in `[[tilec::op("...")]]`, the template
// argument values, and the argument values. The template head and the signature are the typing rule; nothing outside
// this file (and `printf` in cstdio, mnemonic "print") is builtin.
//
// Conventions
// * A *value type* is a C++ scalar (`int`, `float`, `__half`, `int *`, ...) or `__tile_t<E, D...>`; a scalar E and a
//   `__tile_t<E>` have the same IR type (a rank-0 tile). A class with a single scalar leaf (`__half`) counts as that
//   leaf.
// * Elements: bool is i1 in values (one byte in memory), other integers iN, the floats f16 bf16 tf32 f32 f64 f8E4M3FN
//   f8E5M2, pointers ptr<...>. Integers are signless; signedness is a template argument.
// * _T is deduced from the arguments; _R, always explicit and first, is the value type of the result when _T does not
// fix it.
// * Enumerations are passed as the Tile IR numbers:
//   rounding   0 nearest_even 1 zero 2 negative_inf 3 positive_inf 4 approx 5 full
//   overflow   0 none 1 no_signed_wrap 2 no_unsigned_wrap 3 no_wrap
//   predicate  0 equal 1 not_equal 2 less_than 3 less_than_or_equal 4 greater_than 5 greater_than_or_equal
//   order      0 weak 1 relaxed 2 acquire 3 release 4 acq_rel
//   scope      0 tl_blk 1 device 2 sys (ignored when the order is weak)
//   padding    -1 none 0 zero 1 neg_zero 2 nan 3 pos_inf 4 neg_inf
//   rmw mode   0 and 1 or 2 xor 3 add 4 addf 5 max 6 min 7 umax 8 umin 9 xchg
//   reduction  0 sum 1 prod 2 max 3 min 4 and 5 or 6 xor
// * _Signed = true: the element type is a signed integer; false: unsigned, bool, or not an integer.
// * Template parameter names start with an underscore: users define N, M, K, T on the command line.
// * All are pure except where "effect" is said. Those that are constexpr have a value in constant expressions too.
#pragma once

namespace cuda::tiles::inline __1::__op {

/// A list of integers as a type, for attributes that are arrays; -1 stands for a dynamic (`?`) entry.
template <long long... _V> struct __dims {};

// ---- construction and shape -------------------------------------------------------------------------------------

/// _R filled with one scalar: `constant` when x is constant, else reshape + broadcast. _R may be a scalar (identity).
template <class _R, class _E> [[tilec::op("splat")]] __tile__ _R splat(_E x) noexcept;
/// constant: _R with these elements, in row-major order, which must be constants.
template <class _R, class... _E> [[tilec::op("elements")]] __tile__ constexpr _R elements(_E... x) noexcept;
/// iota: _R is a rank-1 integer `__tile_t<E, N>`, elements 0 .. N-1 (N = 1: zero).
template <class _R> [[tilec::op("iota")]] __tile__ _R iota() noexcept;
/// reshape: same element type, same number of elements, row-major order; scalar <-> tile of size 1 both ways.
template <class _R, class _T> [[tilec::op("reshape")]] __tile__ _R reshape(_T x) noexcept;
/// broadcast: equal ranks, every source dim equals the result dim or is 1.
template <class _R, class _T> [[tilec::op("broadcast")]] __tile__ _R broadcast(_T x) noexcept;
/// permute: _P = __dims<p0, p1, ...>, a permutation; result dim i = source dim p_i. Rank >= 2.
template <class _R, class _P, class _T> [[tilec::op("permute")]] __tile__ _R permute(_T x) noexcept;
/// extract: sub-tile number i... (one int per dim, in units of _R's dims). Out of range is UB.
template <class _R, class _T, class... _I> [[tilec::op("extract")]] __tile__ _R extract(_T x, _I... i) noexcept;
/// insert: whole with sub-tile number i... replaced by part. Out of range is UB.
template <class _S, class _T, class... _I> [[tilec::op("insert")]] __tile__ _T insert(_S part, _T whole, _I... i) noexcept;
/// cat: concatenation along dimension _Dim.
template <class _R, int _Dim, class _T, class _U> [[tilec::op("cat")]] __tile__ _R cat(_T lhs, _U rhs) noexcept;
/// select: elementwise c ? a : b; _C is bool or `__tile_t<bool, dims of _T>`.
template <class _C, class _T> [[tilec::op("select")]] __tile__ _T select(_C c, _T a, _T b) noexcept;

// ---- conversions --------------------------------------------------------------------------------------------------

/// Numeric conversion of every element, chosen by the element kinds of _T and _R: exti / trunci / itof / ftoi / ftof
/// (to nearest even; float to integer toward zero), to bool `!= 0` (NaN is true), from bool zero extension, equal width
/// integers: nothing. Restricted floats (fp8, tf32) included; no pointers.
template <class _R, bool _SrcSigned, bool _DstSigned, class _T> [[tilec::op("cast")]] __tile__ _R cast(_T x) noexcept;
/// ftof: floats to floats of another format with a rounding of Tile IR, 7 nearest_away among them.
template <class _R, int _Rounding, class _T> [[tilec::op("cast_rounded")]] __tile__ _R cast_rounded(_T x) noexcept;
/// ftoi saturating: floats to integers toward zero, out of range the nearest limit, NaN 0.
template <class _R, bool _DstSigned, class _T> [[tilec::op("cast_saturating")]] __tile__ _R cast_saturating(_T x) noexcept;
/// bitcast: reinterpretation between numeric elements of equal storage size (bool counts as 8 bits: i1 <-> i8).
template <class _R, class _T> [[tilec::op("bitcast")]] __tile__ _R bitcast(_T x) noexcept;
/// pack, unpack: a row of numbers as its bytes, and bytes as a row of numbers; the numbers do not have 8 bits.
template <class _R, class _T> [[tilec::op("pack")]] __tile__ _R pack(_T x) noexcept;
template <class _R, class _T> [[tilec::op("unpack")]] __tile__ _R unpack(_T x) noexcept;
/// ptr_to_int: element of _R is a 64-bit integer.
template <class _R, class _T> [[tilec::op("ptr_to_int")]] __tile__ _R ptr_to_int(_T x) noexcept;
/// int_to_ptr: element of _T is a 64-bit integer.
template <class _R, class _T> [[tilec::op("int_to_ptr")]] __tile__ _R int_to_ptr(_T x) noexcept;
/// ptr_to_ptr: change the pointee type (also cv; void* has pointee i8).
template <class _R, class _T> [[tilec::op("ptr_to_ptr")]] __tile__ _R ptr_to_ptr(_T x) noexcept;
/// offset: ptr + idx * sizeof(pointee); idx is a signed 64-bit integer of the same shape.
template <class _P, class _I> [[tilec::op("offset")]] __tile__ _P offset(_P ptr, _I idx) noexcept;

// ---- floating point -----------------------------------------------------------------------------------------------
// _Ftz: flush_to_zero. _Contract: the operation may be fused with a neighbour (a*b+c -> fma) under -fmad=true; false
// when the program wrote the rounding mode out.

template <int _Rounding, bool _Ftz, bool _Contract, class _T>
[[tilec::op("addf")]] __tile__ _T addf(_T a, _T b) noexcept;
template <int _Rounding, bool _Ftz, bool _Contract, class _T>
[[tilec::op("subf")]] __tile__ _T subf(_T a, _T b) noexcept;
template <int _Rounding, bool _Ftz, bool _Contract, class _T>
[[tilec::op("mulf")]] __tile__ _T mulf(_T a, _T b) noexcept;
/// divf: rounding may also be approx or full.
template <int _Rounding, bool _Ftz, class _T> [[tilec::op("divf")]] __tile__ _T divf(_T a, _T b) noexcept;
/// fma: a * b + c with one rounding.
template <int _Rounding, bool _Ftz, class _T> [[tilec::op("fma")]] __tile__ constexpr _T fma(_T a, _T b, _T c) noexcept;
/// remf: C fmod.
template <class _T> [[tilec::op("remf")]] __tile__ constexpr _T remf(_T a, _T b) noexcept;
/// maxf / minf: IEEE maximumNumber / minimumNumber; with PropagateNan maximum / minimum.
template <bool _PropagateNan, bool _Ftz, class _T> [[tilec::op("maxf")]] __tile__ constexpr _T maxf(_T a, _T b) noexcept;
template <bool _PropagateNan, bool _Ftz, class _T> [[tilec::op("minf")]] __tile__ constexpr _T minf(_T a, _T b) noexcept;
/// cmpf: _R is bool or `__tile_t<bool, ...>`; Ordered: false when an operand is NaN, else true.
template <class _R, int _Predicate, bool _Ordered, class _T>
[[tilec::op("cmpf")]] __tile__ _R cmpf(_T a, _T b) noexcept;
template <class _T> [[tilec::op("absf")]] __tile__ constexpr _T absf(_T x) noexcept;
template <class _T> [[tilec::op("negf")]] __tile__ _T negf(_T x) noexcept;
template <class _T> [[tilec::op("ceil")]] __tile__ constexpr _T ceil(_T x) noexcept;
template <class _T> [[tilec::op("floor")]] __tile__ constexpr _T floor(_T x) noexcept;
template <class _T> [[tilec::op("exp")]] __tile__ constexpr _T exp(_T x) noexcept;
/// exp and tanh with a rounding: approx or full.
template <int _Rounding, class _T> [[tilec::op("exp_rounded")]] __tile__ _T exp_rounded(_T x) noexcept;
template <int _Rounding, class _T> [[tilec::op("tanh_rounded")]] __tile__ _T tanh_rounded(_T x) noexcept;
/// fpowi: the exponent is a signed integer of at most 32 bits, of the shape of base.
template <class _T, class _E> [[tilec::op("powi")]] __tile__ _T powi(_T base, _E exponent) noexcept;
template <bool _Ftz, class _T> [[tilec::op("exp2")]] __tile__ constexpr _T exp2(_T x) noexcept;
template <class _T> [[tilec::op("log")]] __tile__ constexpr _T log(_T x) noexcept;
template <class _T> [[tilec::op("log2")]] __tile__ constexpr _T log2(_T x) noexcept;
template <class _T> [[tilec::op("pow")]] __tile__ constexpr _T pow(_T base, _T exponent) noexcept;
/// sqrt: rounding may also be approx.
template <int _Rounding, bool _Ftz, class _T> [[tilec::op("sqrt")]] __tile__ constexpr _T sqrt(_T x) noexcept;
template <bool _Ftz, class _T> [[tilec::op("rsqrt")]] __tile__ constexpr _T rsqrt(_T x) noexcept;
template <class _T> [[tilec::op("sin")]] __tile__ constexpr _T sin(_T x) noexcept;
template <class _T> [[tilec::op("cos")]] __tile__ constexpr _T cos(_T x) noexcept;
template <class _T> [[tilec::op("tan")]] __tile__ constexpr _T tan(_T x) noexcept;
template <class _T> [[tilec::op("sinh")]] __tile__ constexpr _T sinh(_T x) noexcept;
template <class _T> [[tilec::op("cosh")]] __tile__ constexpr _T cosh(_T x) noexcept;
template <class _T> [[tilec::op("tanh")]] __tile__ constexpr _T tanh(_T x) noexcept;
/// atan2: operands in the order (y, x).
template <class _T> [[tilec::op("atan2")]] __tile__ constexpr _T atan2(_T y, _T x) noexcept;

// ---- integers (bool is i1: arithmetic modulo 2) -------------------------------------------------------------------

template <int _Overflow, class _T> [[tilec::op("addi")]] __tile__ _T addi(_T a, _T b) noexcept;
template <int _Overflow, class _T> [[tilec::op("subi")]] __tile__ _T subi(_T a, _T b) noexcept;
template <int _Overflow, class _T> [[tilec::op("muli")]] __tile__ _T muli(_T a, _T b) noexcept;
template <int _Overflow, class _T> [[tilec::op("negi")]] __tile__ _T negi(_T x) noexcept;
/// divi: _Rounding is 1 zero, 2 negative_inf or 3 positive_inf; unsigned floor division passes 1.
template <bool _Signed, int _Rounding, class _T> [[tilec::op("divi")]] __tile__ _T divi(_T a, _T b) noexcept;
/// remi: remainder with the sign of a.
template <bool _Signed, class _T> [[tilec::op("remi")]] __tile__ _T remi(_T a, _T b) noexcept;
/// mulhii: high half of the unsigned product.
template <class _T> [[tilec::op("mulhii")]] __tile__ _T mulhii(_T a, _T b) noexcept;
template <bool _Signed, class _T> [[tilec::op("maxi")]] __tile__ _T maxi(_T a, _T b) noexcept;
template <bool _Signed, class _T> [[tilec::op("mini")]] __tile__ _T mini(_T a, _T b) noexcept;
/// absi: of a signed element (never emitted for unsigned elements).
template <class _T> [[tilec::op("absi")]] __tile__ _T absi(_T x) noexcept;
template <class _T> [[tilec::op("andi")]] __tile__ _T andi(_T a, _T b) noexcept;
template <class _T> [[tilec::op("ori")]] __tile__ _T ori(_T a, _T b) noexcept;
template <class _T> [[tilec::op("xori")]] __tile__ _T xori(_T a, _T b) noexcept;
template <int _Overflow, class _T> [[tilec::op("shli")]] __tile__ _T shli(_T x, _T amount) noexcept;
/// shri: arithmetic when _Signed, else logical.
template <bool _Signed, class _T> [[tilec::op("shri")]] __tile__ _T shri(_T x, _T amount) noexcept;
/// cmpi: _R is bool or `__tile_t<bool, ...>`; for pointers apply ptr_to_int first.
template <class _R, int _Predicate, bool _Signed, class _T> [[tilec::op("cmpi")]] __tile__ _R cmpi(_T a, _T b) noexcept;

// ---- reductions, scans, matrix multiplication ---------------------------------------------------------------------

/// reduce along _Dim with the body and identity of _Kind. _R has _T's element type and _T's shape with dim _Dim equal
/// to 1 (Tile IR drops the dim; the compiler emits the reshape). Integers use Signed (sum and prod: no_signed_wrap; max
/// and min: identity and order), floats Rounding and Ftz (sum, prod) or PropagateNan and Ftz (max, min). and/or/xor:
/// integers and bool.
template <class _R, int _Kind, int _Dim, bool _Signed, int _Rounding, bool _Ftz, bool _PropagateNan, class _T>
[[tilec::op("reduce")]] __tile__ _R reduce(_T x) noexcept;
/// scan: inclusive prefix scan along _Dim; _Kind is sum or prod.
template <int _Kind, int _Dim, bool _Reverse, bool _Signed, int _Rounding, bool _Ftz, class _T>
[[tilec::op("scan")]] __tile__ _T scan(_T x) noexcept;
/// mmaf: lhs * rhs + acc, rank 2 or 3 with equal batch dims.
template <class _L, class _R, class _A> [[tilec::op("mmaf")]] __tile__ _A mmaf(_L lhs, _R rhs, _A acc) noexcept;
/// mmaf_scaled: as mmaf, each operand times its scales: M x S of the left, S x N of the right, one for K / S numbers.
template <class _L, class _R, class _A, class _LS, class _RS>
[[tilec::op("mmaf_scaled")]] __tile__ _A mmaf_scaled(_L lhs, _R rhs, _A acc, _LS lhs_scale, _RS rhs_scale) noexcept;
/// mmai: 8-bit integers into i32.
template <bool _SignedLhs, bool _SignedRhs, class _L, class _R, class _A>
[[tilec::op("mmai")]] __tile__ _A mmai(_L lhs, _R rhs, _A acc) noexcept;

// ---- memory through pointers (effect) -----------------------------------------------------------------------------
// _P: pointer or tile of pointers; _M: bool or tile of bool; all shapes equal. The element of _R / _V is the pointee
// without cv.

/// load_ptr_tko
template <class _R, int _Order, int _Scope, class _P> [[tilec::op("load_ptr")]] __tile__ _R load_ptr(_P ptrs) noexcept;
/// load_ptr_tko with mask; masked lanes are unspecified
template <class _R, int _Order, int _Scope, class _P, class _M>
[[tilec::op("load_ptr")]] __tile__ _R load_ptr(_P ptrs, _M mask) noexcept;
/// load_ptr_tko with mask and padding
template <class _R, int _Order, int _Scope, class _P, class _M>
[[tilec::op("load_ptr")]] __tile__ _R load_ptr(_P ptrs, _M mask, _R padding) noexcept;
/// store_ptr_tko
template <int _Order, int _Scope, class _P, class _V>
[[tilec::op("store_ptr")]] __tile__ void store_ptr(_P ptrs, _V value) noexcept;
/// store_ptr_tko with mask
template <int _Order, int _Scope, class _P, class _V, class _M>
[[tilec::op("store_ptr")]] __tile__ void store_ptr(_P ptrs, _V value, _M mask) noexcept;
/// atomic_rmw_tko: returns the old value. _Overflow is what an addition promises (see addi).
template <int _Mode, int _Overflow, int _Order, int _Scope, class _P, class _V>
[[tilec::op("atomic_rmw")]] __tile__ _V atomic_rmw(_P ptrs, _V value) noexcept;
/// atomic_rmw_tko with mask
template <int _Mode, int _Overflow, int _Order, int _Scope, class _P, class _V, class _M>
[[tilec::op("atomic_rmw")]] __tile__ _V atomic_rmw(_P ptrs, _V value, _M mask) noexcept;
/// atomic_cas_tko: returns the old value
template <int _Order, int _Scope, class _P, class _V>
[[tilec::op("atomic_cas")]] __tile__ _V atomic_cas(_P ptrs, _V cmp, _V val) noexcept;
/// atomic_cas_tko with mask; masked lanes return cmp
template <int _Order, int _Scope, class _P, class _V, class _M>
[[tilec::op("atomic_cas")]] __tile__ _V atomic_cas(_P ptrs, _V cmp, _V val, _M mask) noexcept;

// ---- memory through views (effect) --------------------------------------------------------------------------------
// make_tensor_view, a view of it, and the access in one call. The tile shape is that of _R / _V (rank N). _Kind, how the
// view divides the tensor: __dims<0> make_partition_view, __dims<1, S...> make_strided_view with the N traversal strides
// S, __dims<2, D> make_gather_scatter_view along dimension D. _Extents, _Strides: `__dims<...>` of N static values each,
// -1 for dynamic. Args: 3N scalars of one C++ integer type (the index type of the view): N indices, N extents, N
// strides; a value whose static entry is not -1 is ignored; the index of a gathered dimension is a tile. A store into a
// view needs no padding; Masked only says that partly outside tiles are allowed (else they are UB).

/// load_view_tko: _Padding -1 means that the tile must lie inside the tensor.
template <class _R, int _Padding, int _Order, int _Scope, class _Kind, class _Extents, class _Strides, class _P,
          class... _Args>
[[tilec::op("view_load")]] __tile__ _R view_load(_P base, _Args... args) noexcept;
/// store_view_tko
template <bool _Masked, int _Order, int _Scope, class _Kind, class _Extents, class _Strides, class _V, class _P,
          class... _Args>
[[tilec::op("view_store")]] __tile__ void view_store(_V value, _P base, _Args... args) noexcept;
/// atomic_red_view_tko; _Mode as in atomic_rmw.
template <int _Mode, bool _Masked, int _Order, int _Scope, class _Kind, class _Extents, class _Strides, class _V,
          class _P, class... _Args>
[[tilec::op("view_reduce")]] __tile__ void view_reduce(_V value, _P base, _Args... args) noexcept;

// ---- grid, assumptions, assert ------------------------------------------------------------------------------------

/// get_tile_block_id: coordinate _Dim (0 x, 1 y, 2 z).
template <int _Dim> [[tilec::op("tile_block_id")]] __tile__ unsigned tile_block_id() noexcept;
/// get_num_tile_blocks: grid size in _Dim.
template <int _Dim> [[tilec::op("num_tile_blocks")]] __tile__ unsigned num_tile_blocks() noexcept;
/// assume div_by<N>, or div_by<N, every Every along Along> when Every != 0.
template <long long _N, long long _Every, int _Along, class _T>
[[tilec::op("assume_div_by")]] __tile__ _T assume_div_by(_T x) noexcept;
/// assume bounded<Lo, Hi>; a bound whose Has flag is false is open.
template <bool _HasLo, long long _Lo, bool _HasHi, long long _Hi, class _T>
[[tilec::op("assume_bounded")]] __tile__ _T assume_bounded(_T x) noexcept;
/// assume same_elements<[_S...]>, _S = __dims<...>.
template <class _S, class _T> [[tilec::op("assume_same_elements")]] __tile__ _T assume_same_elements(_T x) noexcept;
/// assert (effect): the message is `file:line: function: text`. Behind the `assert` macro of cassert.
[[tilec::op("assert")]] __tile__ __host__ __device__ void assert_(bool condition, char const *text, char const *file,
                                                                  unsigned line, char const *function) noexcept;
/// A precondition of a library function: undefined behaviour unless condition holds. `--sanitize` checks it and reports
/// text (a string literal at the call) as rule _Rule of the undefined-behaviour annex, 0 if it is none of these;
/// otherwise no code. Never reached in constant evaluation.
template <int _Rule = 0>
[[tilec::op("require")]] __tile__ __host__ __device__ void require(bool condition, char const *text) noexcept;
/// The same of every element of a tile.
template <int _Rule, class _T> [[tilec::op("require")]] __tile__ void require_all(_T condition, char const *text) noexcept;
/// given: x, which must have been given a value; rule and text as above.
template <int _Rule, class _T>
[[tilec::op("given")]] __tile__ __host__ __device__ _T given(_T x, char const *text) noexcept;
/// same_object: may the pointers at each place point into one object?
template <class _R, class _T, class _U>
[[tilec::op("same_object")]] __tile__ _R same_object(_T lhs, _U rhs) noexcept;

} // namespace cuda::tiles::inline __1::__op

// Classes that the compiler recognises by attribute (not by name):
//   [[tilec::tile]]           cuda::tiles::tile<E, S>; one data member, a __tile_t. For diagnostics and printf.
//   [[tilec::counted_range]]  cuda::tiles::irange<T>; data members lower bound, upper bound, step in this order. A
//   range-for
//                             over it by value without break becomes the Tile IR `for` (unsigned T: `for unsigned`).
