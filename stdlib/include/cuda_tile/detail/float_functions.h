// Arithmetic, comparison and mathematical functions of a number class with arithmetic, __TILEC_NUMBER: included by
// cuda_fp16.h and cuda_bf16.h, once each. All round to nearest even, once.

#ifdef __TILEC_NUMBER

// ---- arithmetic ---------------------------------------------------------------------------------------------------

#define __TILEC_FUNCTION __tile__ __host__ __device__ constexpr

/// a + b.
__TILEC_FUNCTION __TILEC_NUMBER __hadd(__TILEC_NUMBER a, __TILEC_NUMBER b) noexcept { return a + b; }
/// a - b.
__TILEC_FUNCTION __TILEC_NUMBER __hsub(__TILEC_NUMBER a, __TILEC_NUMBER b) noexcept { return a - b; }
/// a * b.
__TILEC_FUNCTION __TILEC_NUMBER __hmul(__TILEC_NUMBER a, __TILEC_NUMBER b) noexcept { return a * b; }
/// a + b, never fused.
__TILEC_FUNCTION __TILEC_NUMBER __hadd_rn(__TILEC_NUMBER a, __TILEC_NUMBER b) noexcept { return a + b; }
/// a - b, never fused.
__TILEC_FUNCTION __TILEC_NUMBER __hsub_rn(__TILEC_NUMBER a, __TILEC_NUMBER b) noexcept { return a - b; }
/// a * b, never fused.
__TILEC_FUNCTION __TILEC_NUMBER __hmul_rn(__TILEC_NUMBER a, __TILEC_NUMBER b) noexcept { return a * b; }
/// a / b.
__TILEC_FUNCTION __TILEC_NUMBER __hdiv(__TILEC_NUMBER a, __TILEC_NUMBER b) noexcept { return a / b; }
/// a * b + c with one rounding.
__TILEC_FUNCTION __TILEC_NUMBER __hfma(__TILEC_NUMBER a, __TILEC_NUMBER b, __TILEC_NUMBER c) noexcept {
  return __TILEC_NUMBER(::cuda::tiles::__op::fma<0, false>(a.__x, b.__x, c.__x));
}
/// -a.
__TILEC_FUNCTION __TILEC_NUMBER __hneg(__TILEC_NUMBER a) noexcept { return -a; }
/// |a|.
__TILEC_FUNCTION __TILEC_NUMBER __habs(__TILEC_NUMBER a) noexcept {
  return __TILEC_NUMBER(::cuda::tiles::__op::absf(a.__x));
}
/// The larger; of a NaN and a number the number. +0 is larger than -0.
__TILEC_FUNCTION __TILEC_NUMBER __hmax(__TILEC_NUMBER a, __TILEC_NUMBER b) noexcept {
  return __TILEC_NUMBER(::cuda::tiles::__op::maxf<false, false>(a.__x, b.__x));
}
/// The smaller; of a NaN and a number the number. -0 is smaller than +0.
__TILEC_FUNCTION __TILEC_NUMBER __hmin(__TILEC_NUMBER a, __TILEC_NUMBER b) noexcept {
  return __TILEC_NUMBER(::cuda::tiles::__op::minf<false, false>(a.__x, b.__x));
}
/// The larger; NaN if one is.
__TILEC_FUNCTION __TILEC_NUMBER __hmax_nan(__TILEC_NUMBER a, __TILEC_NUMBER b) noexcept {
  return __TILEC_NUMBER(::cuda::tiles::__op::maxf<true, false>(a.__x, b.__x));
}
/// The smaller; NaN if one is.
__TILEC_FUNCTION __TILEC_NUMBER __hmin_nan(__TILEC_NUMBER a, __TILEC_NUMBER b) noexcept {
  return __TILEC_NUMBER(::cuda::tiles::__op::minf<true, false>(a.__x, b.__x));
}
/// a * b + c, negative results to zero; NaN stays.
__TILEC_FUNCTION __TILEC_NUMBER __hfma_relu(__TILEC_NUMBER a, __TILEC_NUMBER b, __TILEC_NUMBER c) noexcept {
  return __hmax_nan(__hfma(a, b, c), __TILEC_NUMBER(0.0f));
}

// The result of NAME, moved into [0, 1]; a NaN goes to zero.
#define __TILEC_SATURATED(NAME, VALUE, ...)                                                                            \
  __TILEC_FUNCTION __TILEC_NUMBER NAME(__VA_ARGS__) noexcept {                                                         \
    return __hmin(__hmax(VALUE, __TILEC_NUMBER(0.0f)), __TILEC_NUMBER(1.0f));                                          \
  }
__TILEC_SATURATED(__hadd_sat, a + b, __TILEC_NUMBER a, __TILEC_NUMBER b)
__TILEC_SATURATED(__hsub_sat, a - b, __TILEC_NUMBER a, __TILEC_NUMBER b)
__TILEC_SATURATED(__hmul_sat, a *b, __TILEC_NUMBER a, __TILEC_NUMBER b)
__TILEC_SATURATED(__hfma_sat, __hfma(a, b, c), __TILEC_NUMBER a, __TILEC_NUMBER b, __TILEC_NUMBER c)
#undef __TILEC_SATURATED

// ---- comparison ---------------------------------------------------------------------------------------------------

/// Whether it is a NaN.
__TILEC_FUNCTION bool __hisnan(__TILEC_NUMBER a) noexcept { return !(a == a); }
/// 1 for +infinity, -1 for -infinity, else 0.
__TILEC_FUNCTION int __hisinf(__TILEC_NUMBER a) noexcept {
  float const __f = a;
  return __f == __builtin_bit_cast(float, 0x7f800000u) ? 1 : __f == __builtin_bit_cast(float, 0xff800000u) ? -1 : 0;
}
// Comparisons; those with a u are true for a NaN.
#define __TILEC_COMPARISON(NAME, OP)                                                                                   \
  __TILEC_FUNCTION bool __h##NAME(__TILEC_NUMBER a, __TILEC_NUMBER b) noexcept { return a OP b; }                      \
  __TILEC_FUNCTION bool __h##NAME##u(__TILEC_NUMBER a, __TILEC_NUMBER b) noexcept {                                    \
    return a OP b || __hisnan(a) || __hisnan(b);                                                                       \
  }
__TILEC_COMPARISON(eq, ==)
__TILEC_COMPARISON(lt, <)
__TILEC_COMPARISON(le, <=)
__TILEC_COMPARISON(gt, >)
__TILEC_COMPARISON(ge, >=)
#undef __TILEC_COMPARISON
/// a != b, both numbers.
__TILEC_FUNCTION bool __hne(__TILEC_NUMBER a, __TILEC_NUMBER b) noexcept {
  return a != b && !__hisnan(a) && !__hisnan(b);
}
/// a != b, or one is a NaN.
__TILEC_FUNCTION bool __hneu(__TILEC_NUMBER a, __TILEC_NUMBER b) noexcept { return a != b; }

// ---- mathematics --------------------------------------------------------------------------------------------------

// A mathematical function: one operation on the number.
#define __TILEC_MATHEMATICAL(NAME, OP)                                                                                 \
  __TILEC_FUNCTION __TILEC_NUMBER NAME(__TILEC_NUMBER a) noexcept {                                                    \
    return __TILEC_NUMBER(::cuda::tiles::__op::OP(a.__x));                                                             \
  }
__TILEC_MATHEMATICAL(hceil, ceil)
__TILEC_MATHEMATICAL(hfloor, floor)
__TILEC_MATHEMATICAL(hexp, exp)
__TILEC_MATHEMATICAL(hexp2, exp2<false>)
__TILEC_MATHEMATICAL(hlog, log)
__TILEC_MATHEMATICAL(hlog2, log2)
__TILEC_MATHEMATICAL(hsin, sin)
__TILEC_MATHEMATICAL(hcos, cos)
__TILEC_MATHEMATICAL(htanh, tanh)
__TILEC_MATHEMATICAL(hrsqrt, rsqrt<false>)
#undef __TILEC_MATHEMATICAL
/// The square root.
__TILEC_FUNCTION __TILEC_NUMBER hsqrt(__TILEC_NUMBER a) noexcept {
  return __TILEC_NUMBER(::cuda::tiles::__op::sqrt<0, false>(a.__x));
}
/// 1 / a.
__TILEC_FUNCTION __TILEC_NUMBER hrcp(__TILEC_NUMBER a) noexcept { return __TILEC_NUMBER(1.0f) / a; }

#undef __TILEC_FUNCTION

#endif
