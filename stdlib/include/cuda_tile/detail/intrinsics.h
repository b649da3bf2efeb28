// Compiler intrinsics of the tile library: one function template per Tile IR operation.
//
// The compiler gives a meaning to a call by three things only: the mnemonic in `[[tilec::op("...")]]`, the template
// argument values, and the argument values. The template head and the signature are the typing rule; nothing outside
// this file (and `printf` in cstdio, mnemonic "print") is builtin.
//
// Conventions
// * A *value type* is a C++ scalar (`int`, `float`, `__half`, `T*`, ...) or `__tile_t<E, D...>`; a scalar E and a
//   `__tile_t<E>` have the same IR type (a rank-0 tile). A class with a single scalar leaf (`__half`) counts as that leaf.
// * Elements: bool is i1 in values (one byte in memory), other integers iN, the floats f16 bf16 tf32 f32 f64 f8E4M3FN
//   f8E5M2, pointers ptr<...>. Integers are signless; signedness is a template argument.
// * T is deduced from the arguments; R, always explicit and first, is the value type of the result when T does not fix it.
// * Enumerations are passed as the Tile IR numbers:
//   rounding   0 nearest_even 1 zero 2 negative_inf 3 positive_inf 4 approx 5 full
//   overflow   0 none 1 no_signed_wrap 2 no_unsigned_wrap 3 no_wrap
//   predicate  0 equal 1 not_equal 2 less_than 3 less_than_or_equal 4 greater_than 5 greater_than_or_equal
//   order      0 weak 1 relaxed 2 acquire 3 release 4 acq_rel
//   scope      0 tl_blk 1 device 2 sys (ignored when the order is weak)
//   padding    -1 none 0 zero 1 neg_zero 2 nan 3 pos_inf 4 neg_inf
//   rmw mode   0 and 1 or 2 xor 3 add 4 addf 5 max 6 min 7 umax 8 umin 9 xchg
//   reduction  0 sum 1 prod 2 max 3 min 4 and 5 or 6 xor
// * Signed = true: the element type is a signed integer; false: unsigned, bool, or not an integer.
// * All are pure except where "effect" is said.
#pragma once

namespace cuda::tiles::__op {

/// A list of integers as a type, for attributes that are arrays; -1 stands for a dynamic (`?`) entry.
template <long long... V>
struct __dims {};

// ---- construction and shape -------------------------------------------------------------------------------------

/// R filled with one scalar: `constant` when x is constant, else reshape + broadcast. R may be a scalar (identity).
template <class R, class E> [[tilec::op("splat")]] __tile__ R splat(E x) noexcept;
/// iota: R is a rank-1 integer `__tile_t<E, N>`, elements 0 .. N-1 (N = 1: zero).
template <class R> [[tilec::op("iota")]] __tile__ R iota() noexcept;
/// reshape: same element type, same number of elements, row-major order; scalar <-> tile of size 1 both ways.
template <class R, class T> [[tilec::op("reshape")]] __tile__ R reshape(T x) noexcept;
/// broadcast: equal ranks, every source dim equals the result dim or is 1.
template <class R, class T> [[tilec::op("broadcast")]] __tile__ R broadcast(T x) noexcept;
/// permute: P = __dims<p0, p1, ...>, a permutation; result dim i = source dim p_i. Rank >= 2.
template <class R, class P, class T> [[tilec::op("permute")]] __tile__ R permute(T x) noexcept;
/// extract: sub-tile number i... (one int per dim, in units of R's dims). Out of range is UB.
template <class R, class T, class... I> [[tilec::op("extract")]] __tile__ R extract(T x, I... i) noexcept;
/// cat: concatenation along dimension Dim.
template <class R, int Dim, class T, class U> [[tilec::op("cat")]] __tile__ R cat(T lhs, U rhs) noexcept;
/// select: elementwise c ? a : b; C is bool or `__tile_t<bool, dims of T>`.
template <class C, class T> [[tilec::op("select")]] __tile__ T select(C c, T a, T b) noexcept;

// ---- conversions --------------------------------------------------------------------------------------------------

/// Numeric conversion of every element, chosen by the element kinds of T and R: exti / trunci / itof / ftoi / ftof (to
/// nearest even; float to integer toward zero), to bool `!= 0` (NaN is true), from bool zero extension, equal width
/// integers: nothing. Restricted floats (fp8, tf32) included; no pointers.
template <class R, bool SrcSigned, bool DstSigned, class T> [[tilec::op("cast")]] __tile__ R cast(T x) noexcept;
/// bitcast: reinterpretation between numeric elements of equal storage size (bool counts as 8 bits: i1 <-> i8).
template <class R, class T> [[tilec::op("bitcast")]] __tile__ R bitcast(T x) noexcept;
/// ptr_to_int: element of R is a 64-bit integer.
template <class R, class T> [[tilec::op("ptr_to_int")]] __tile__ R ptr_to_int(T x) noexcept;
/// int_to_ptr: element of T is a 64-bit integer.
template <class R, class T> [[tilec::op("int_to_ptr")]] __tile__ R int_to_ptr(T x) noexcept;
/// ptr_to_ptr: change the pointee type (also cv; void* has pointee i8).
template <class R, class T> [[tilec::op("ptr_to_ptr")]] __tile__ R ptr_to_ptr(T x) noexcept;
/// offset: ptr + idx * sizeof(pointee); idx is a signed 64-bit integer of the same shape.
template <class P, class I> [[tilec::op("offset")]] __tile__ P offset(P ptr, I idx) noexcept;

// ---- floating point -----------------------------------------------------------------------------------------------
// Ftz: flush_to_zero. Contract: the operation may be fused with a neighbour (a*b+c -> fma) under -fmad=true; false when
// the program wrote the rounding mode out.

template <int Rounding, bool Ftz, bool Contract, class T> [[tilec::op("addf")]] __tile__ T addf(T a, T b) noexcept;
template <int Rounding, bool Ftz, bool Contract, class T> [[tilec::op("subf")]] __tile__ T subf(T a, T b) noexcept;
template <int Rounding, bool Ftz, bool Contract, class T> [[tilec::op("mulf")]] __tile__ T mulf(T a, T b) noexcept;
/// divf: rounding may also be approx or full.
template <int Rounding, bool Ftz, class T> [[tilec::op("divf")]] __tile__ T divf(T a, T b) noexcept;
/// fma: a * b + c with one rounding.
template <int Rounding, bool Ftz, class T> [[tilec::op("fma")]] __tile__ T fma(T a, T b, T c) noexcept;
/// remf: C fmod.
template <class T> [[tilec::op("remf")]] __tile__ T remf(T a, T b) noexcept;
/// maxf / minf: IEEE maximumNumber / minimumNumber; with PropagateNan maximum / minimum.
template <bool PropagateNan, bool Ftz, class T> [[tilec::op("maxf")]] __tile__ T maxf(T a, T b) noexcept;
template <bool PropagateNan, bool Ftz, class T> [[tilec::op("minf")]] __tile__ T minf(T a, T b) noexcept;
/// cmpf: R is bool or `__tile_t<bool, ...>`; Ordered: false when an operand is NaN, else true.
template <class R, int Predicate, bool Ordered, class T> [[tilec::op("cmpf")]] __tile__ R cmpf(T a, T b) noexcept;
template <class T> [[tilec::op("absf")]] __tile__ T absf(T x) noexcept;
template <class T> [[tilec::op("negf")]] __tile__ T negf(T x) noexcept;
template <class T> [[tilec::op("ceil")]] __tile__ T ceil(T x) noexcept;
template <class T> [[tilec::op("floor")]] __tile__ T floor(T x) noexcept;
template <class T> [[tilec::op("exp")]] __tile__ T exp(T x) noexcept;
template <bool Ftz, class T> [[tilec::op("exp2")]] __tile__ T exp2(T x) noexcept;
template <class T> [[tilec::op("log")]] __tile__ T log(T x) noexcept;
template <class T> [[tilec::op("log2")]] __tile__ T log2(T x) noexcept;
template <class T> [[tilec::op("pow")]] __tile__ T pow(T base, T exponent) noexcept;
/// sqrt: rounding may also be approx.
template <int Rounding, bool Ftz, class T> [[tilec::op("sqrt")]] __tile__ T sqrt(T x) noexcept;
template <bool Ftz, class T> [[tilec::op("rsqrt")]] __tile__ T rsqrt(T x) noexcept;
template <class T> [[tilec::op("sin")]] __tile__ T sin(T x) noexcept;
template <class T> [[tilec::op("cos")]] __tile__ T cos(T x) noexcept;
template <class T> [[tilec::op("tan")]] __tile__ T tan(T x) noexcept;
template <class T> [[tilec::op("sinh")]] __tile__ T sinh(T x) noexcept;
template <class T> [[tilec::op("cosh")]] __tile__ T cosh(T x) noexcept;
template <class T> [[tilec::op("tanh")]] __tile__ T tanh(T x) noexcept;
/// atan2: operands in the order (y, x).
template <class T> [[tilec::op("atan2")]] __tile__ T atan2(T y, T x) noexcept;

// ---- integers (bool is i1: arithmetic modulo 2) -------------------------------------------------------------------

template <int Overflow, class T> [[tilec::op("addi")]] __tile__ T addi(T a, T b) noexcept;
template <int Overflow, class T> [[tilec::op("subi")]] __tile__ T subi(T a, T b) noexcept;
template <int Overflow, class T> [[tilec::op("muli")]] __tile__ T muli(T a, T b) noexcept;
template <int Overflow, class T> [[tilec::op("negi")]] __tile__ T negi(T x) noexcept;
/// divi: Rounding is 1 zero, 2 negative_inf or 3 positive_inf; unsigned floor division passes 1.
template <bool Signed, int Rounding, class T> [[tilec::op("divi")]] __tile__ T divi(T a, T b) noexcept;
/// remi: remainder with the sign of a.
template <bool Signed, class T> [[tilec::op("remi")]] __tile__ T remi(T a, T b) noexcept;
/// mulhii: high half of the unsigned product.
template <class T> [[tilec::op("mulhii")]] __tile__ T mulhii(T a, T b) noexcept;
template <bool Signed, class T> [[tilec::op("maxi")]] __tile__ T maxi(T a, T b) noexcept;
template <bool Signed, class T> [[tilec::op("mini")]] __tile__ T mini(T a, T b) noexcept;
/// absi: of a signed element (never emitted for unsigned elements).
template <class T> [[tilec::op("absi")]] __tile__ T absi(T x) noexcept;
template <class T> [[tilec::op("andi")]] __tile__ T andi(T a, T b) noexcept;
template <class T> [[tilec::op("ori")]] __tile__ T ori(T a, T b) noexcept;
template <class T> [[tilec::op("xori")]] __tile__ T xori(T a, T b) noexcept;
template <int Overflow, class T> [[tilec::op("shli")]] __tile__ T shli(T x, T amount) noexcept;
/// shri: arithmetic when Signed, else logical.
template <bool Signed, class T> [[tilec::op("shri")]] __tile__ T shri(T x, T amount) noexcept;
/// cmpi: R is bool or `__tile_t<bool, ...>`; for pointers apply ptr_to_int first.
template <class R, int Predicate, bool Signed, class T> [[tilec::op("cmpi")]] __tile__ R cmpi(T a, T b) noexcept;

// ---- reductions, scans, matrix multiplication ---------------------------------------------------------------------

/// reduce along Dim with the body and identity of Kind. R has T's element type and T's shape with dim Dim equal to 1
/// (Tile IR drops the dim; the compiler emits the reshape). Integers use Signed (sum and prod: no_signed_wrap; max and
/// min: identity and order), floats Rounding and Ftz (sum, prod) or PropagateNan and Ftz (max, min). and/or/xor: integers
/// and bool.
template <class R, int Kind, int Dim, bool Signed, int Rounding, bool Ftz, bool PropagateNan, class T>
[[tilec::op("reduce")]] __tile__ R reduce(T x) noexcept;
/// scan: inclusive prefix scan along Dim; Kind is sum or prod.
template <int Kind, int Dim, bool Reverse, bool Signed, int Rounding, bool Ftz, class T>
[[tilec::op("scan")]] __tile__ T scan(T x) noexcept;
/// mmaf: lhs * rhs + acc, rank 2 or 3 with equal batch dims.
template <class L, class R, class A> [[tilec::op("mmaf")]] __tile__ A mmaf(L lhs, R rhs, A acc) noexcept;
/// mmai: 8-bit integers into i32.
template <bool SignedLhs, bool SignedRhs, class L, class R, class A>
[[tilec::op("mmai")]] __tile__ A mmai(L lhs, R rhs, A acc) noexcept;

// ---- memory through pointers (effect) -----------------------------------------------------------------------------
// P: pointer or tile of pointers; M: bool or tile of bool; all shapes equal. The element of R / V is the pointee without cv.

/// load_ptr_tko
template <class R, int Order, int Scope, class P> [[tilec::op("load_ptr")]] __tile__ R load_ptr(P ptrs) noexcept;
/// load_ptr_tko with mask; masked lanes are unspecified
template <class R, int Order, int Scope, class P, class M>
[[tilec::op("load_ptr")]] __tile__ R load_ptr(P ptrs, M mask) noexcept;
/// load_ptr_tko with mask and padding
template <class R, int Order, int Scope, class P, class M>
[[tilec::op("load_ptr")]] __tile__ R load_ptr(P ptrs, M mask, R padding) noexcept;
/// store_ptr_tko
template <int Order, int Scope, class P, class V>
[[tilec::op("store_ptr")]] __tile__ void store_ptr(P ptrs, V value) noexcept;
/// store_ptr_tko with mask
template <int Order, int Scope, class P, class V, class M>
[[tilec::op("store_ptr")]] __tile__ void store_ptr(P ptrs, V value, M mask) noexcept;
/// atomic_rmw_tko: returns the old value
template <int Mode, int Order, int Scope, class P, class V>
[[tilec::op("atomic_rmw")]] __tile__ V atomic_rmw(P ptrs, V value) noexcept;
/// atomic_rmw_tko with mask
template <int Mode, int Order, int Scope, class P, class V, class M>
[[tilec::op("atomic_rmw")]] __tile__ V atomic_rmw(P ptrs, V value, M mask) noexcept;
/// atomic_cas_tko: returns the old value
template <int Order, int Scope, class P, class V>
[[tilec::op("atomic_cas")]] __tile__ V atomic_cas(P ptrs, V cmp, V val) noexcept;
/// atomic_cas_tko with mask; masked lanes return cmp
template <int Order, int Scope, class P, class V, class M>
[[tilec::op("atomic_cas")]] __tile__ V atomic_cas(P ptrs, V cmp, V val, M mask) noexcept;

// ---- memory through views (effect) --------------------------------------------------------------------------------
// make_tensor_view + make_partition_view + load/store_view_tko in one call. The tile shape is that of R / V (rank N).
// Extents, Strides: `__dims<...>` of N static values each, -1 for dynamic. Args: 3N scalars of one integer type (the index
// type of the view): N indices, N extents, N strides; a value whose static entry is not -1 is ignored.
// A store into a view needs no padding; Masked only says that partly outside tiles are allowed (else they are UB).

/// load_view_tko: Padding -1 means that the tile must lie inside the tensor.
template <class R, int Padding, int Order, int Scope, class Extents, class Strides, class P, class... Args>
[[tilec::op("view_load")]] __tile__ R view_load(P base, Args... args) noexcept;
/// store_view_tko
template <bool Masked, int Order, int Scope, class Extents, class Strides, class V, class P, class... Args>
[[tilec::op("view_store")]] __tile__ void view_store(V value, P base, Args... args) noexcept;

// ---- grid, assumptions, assert ------------------------------------------------------------------------------------

/// get_tile_block_id: coordinate Dim (0 x, 1 y, 2 z).
template <int Dim> [[tilec::op("tile_block_id")]] __tile__ unsigned tile_block_id() noexcept;
/// get_num_tile_blocks: grid size in Dim.
template <int Dim> [[tilec::op("num_tile_blocks")]] __tile__ unsigned num_tile_blocks() noexcept;
/// assume div_by<N>, or div_by<N, every Every along Along> when Every != 0.
template <long long N, long long Every, int Along, class T>
[[tilec::op("assume_div_by")]] __tile__ T assume_div_by(T x) noexcept;
/// assume bounded<Lo, Hi>; a bound whose Has flag is false is open.
template <bool HasLo, long long Lo, bool HasHi, long long Hi, class T>
[[tilec::op("assume_bounded")]] __tile__ T assume_bounded(T x) noexcept;
/// assume same_elements<[S...]>, S = __dims<...>.
template <class S, class T> [[tilec::op("assume_same_elements")]] __tile__ T assume_same_elements(T x) noexcept;
/// assert (effect): msg is a string literal at the call. Behind the `assert` macro of cassert.
[[tilec::op("assert")]] __tile__ __host__ __device__ void assert_(bool condition, char const *msg) noexcept;

} // namespace cuda::tiles::__op

// Classes that the compiler recognises by attribute (not by name):
//   [[tilec::tile]]           cuda::tiles::tile<E, S>; one data member, a __tile_t. For diagnostics and printf.
//   [[tilec::counted_range]]  cuda::tiles::irange<T>; data members lower bound, upper bound, step in this order. A range-for
//                             over it by value without break becomes the Tile IR `for` (unsigned T: `for unsigned`).
