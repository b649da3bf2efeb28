// Building blocks that every other header uses: type helpers that need no recursion, facts about scalar types.
#pragma once

#include <cuda_tile/detail/intrinsics.h>
#include <cuda_tile/detail/cuda_types.h>

/// Help: `#include <cuda_fp16.h>` defines it.
struct __half;
/// Help: `#include <cuda_bf16.h>` defines it.
struct __nv_bfloat16;
/// Help: `#include <cuda_fp8.h>` defines it.
struct __nv_fp8_e4m3;
/// Help: `#include <cuda_fp8.h>` defines it.
struct __nv_fp8_e5m2;
/// Help: `#include <cuda_fp8.h>` defines it.
struct __nv_fp8_e8m0;
/// Help: `#include <cuda_fp4.h>` defines it.
struct __nv_fp4_e2m1;
/// Help: `#include <cuda_tf32.h>` defines it.
struct __nv_tf32;

namespace cuda::tiles::inline __1::__detail {

using size = decltype(sizeof(0));
using ptrdiff = decltype(static_cast<char *>(nullptr) - static_cast<char *>(nullptr));

/// The chosen release of CUDA as one number, 1304 for 13.4: for constraints that a release changed. A host compiler ignores
/// since which release a declaration is there, so that it reads those of all.
#ifdef __TILEC_HOST__
inline constexpr int release = 99999;
#else
inline constexpr int release = __CUDACC_VER_MINOR__ + __CUDACC_VER_MAJOR__ * 100;
#endif

/// The difference that stands for one that is known at run time only: the smallest.
inline constexpr ptrdiff dynamic_difference = -static_cast<ptrdiff>(static_cast<size>(-1) / 2) - 1;

// Asked of nearly every type; a host compiler may lack the builtins.
#ifdef __TILEC_HOST__
template <class _T> struct remove_cv_of {
  using type = _T;
};
template <class _T> struct remove_cv_of<_T const> {
  using type = _T;
};
template <class _T> struct remove_cv_of<_T volatile> {
  using type = _T;
};
template <class _T> struct remove_cv_of<_T const volatile> {
  using type = _T;
};
template <class _T> using remove_cv = typename remove_cv_of<_T>::type;

template <class _T> inline constexpr bool is_const = false;
template <class _T> inline constexpr bool is_const<_T const> = true;
template <class _T> inline constexpr bool is_volatile = false;
template <class _T> inline constexpr bool is_volatile<_T volatile> = true;
template <class _T> inline constexpr bool is_cv = is_const<_T> || is_volatile<_T>;
#else
template <class _T> using remove_cv = __remove_cv(_T);

template <class _T> inline constexpr bool is_const = __is_const(_T);
template <class _T> inline constexpr bool is_volatile = __is_volatile(_T);
template <class _T> inline constexpr bool is_cv = __is_const(_T) || __is_volatile(_T);
#endif

template <bool _Condition> struct conditional_of {
  template <class _A, class _B> using type = _A;
};
template <> struct conditional_of<false> {
  template <class _A, class _B> using type = _B;
};
template <bool _Condition, class _A, class _B>
using conditional = typename conditional_of<_Condition>::template type<_A, _B>;

template <class _T> struct type_is {
  using type = _T;
};

/// 0 .. N-1 as a type.
template <size... _I> struct index_list {};
#ifdef __TILEC_HOST_MAKE_INTEGER_SEQ
template <class _T, _T... _I> struct integers {
  using type = index_list<_I...>;
};
template <size _N> using indices = typename __make_integer_seq<integers, size, _N>::type;
#else
template <size _N> using indices = index_list<__integer_pack(_N)...>;
#endif

template <class _T> __tile__ __host__ __device__ _T make_value() noexcept; // declval for object types

/// std::copyable, by builtins. The library's own types that it asks about, most of all of all programs, say so themselves.
template <class _T>
inline constexpr bool copyable = __is_constructible(_T, _T const &) && __is_constructible(_T, _T) &&
                                 __is_assignable(_T &, _T const &) && __is_assignable(_T &, _T);

// ---- scalar types (1.4) -------------------------------------------------------------------------------------------

/// What the library needs to know of a scalar type.
/// Numbers, not an enumeration: comparing enumerators would look at every comparison operator of the library.
namespace kind {
inline constexpr unsigned char none = 0, boolean = 1, unsigned_integer = 2, signed_integer = 3, basic_float = 4,
                               restricted_float = 5, pointer = 6;
}

struct scalar_info {
  unsigned char what = kind::none;
  /// Value bits: 1 for bool, else 8 * sizeof.
  unsigned char bits = 0;
  /// Conversion rank and subrank in one number, comparable within one kind of type (1.7.1, 1.7.4).
  unsigned char rank = 0;
  /// Without a sign, so that it has few numbers of other formats.
  bool is_scale = false;

  __tile__ __host__ __device__ constexpr bool is_pointer() const { return what == kind::pointer; }
  __tile__ __host__ __device__ constexpr bool is_numeric() const { return what != kind::none && what != kind::pointer; }
  __tile__ __host__ __device__ constexpr bool is_integral() const {
    return what >= kind::boolean && what <= kind::signed_integer;
  }
  __tile__ __host__ __device__ constexpr bool is_signed() const { return what == kind::signed_integer; }
  __tile__ __host__ __device__ constexpr bool is_basic_float() const { return what == kind::basic_float; }
  __tile__ __host__ __device__ constexpr bool is_float() const {
    return what == kind::basic_float || what == kind::restricted_float;
  }
  __tile__ __host__ __device__ constexpr bool is_arithmetic() const { return is_integral() || is_basic_float(); }
};

template <class _T>
inline constexpr scalar_info integer_info{
    static_cast<_T>(-1) < static_cast<_T>(1) ? kind::signed_integer : kind::unsigned_integer, 8 * sizeof(_T), 0};

/// The facts of a (cv) scalar type; kind::none for anything else.
template <class _T> inline constexpr scalar_info info_of{};
template <class _T> inline constexpr scalar_info info_of<_T const> = info_of<_T>;
template <class _T> inline constexpr scalar_info info_of<_T volatile> = info_of<_T>;
template <class _T> inline constexpr scalar_info info_of<_T const volatile> = info_of<_T>;

// Rank: 4 * conversion rank + subrank; the subrank of char is 0, of the other character types 1, of the standard types
// 3.
template <> inline constexpr scalar_info info_of<bool>{kind::boolean, 1, 0};
template <> inline constexpr scalar_info info_of<char>{integer_info<char>.what, 8, 4};
template <> inline constexpr scalar_info info_of<signed char>{kind::signed_integer, 8, 7};
template <> inline constexpr scalar_info info_of<unsigned char>{kind::unsigned_integer, 8, 7};
template <> inline constexpr scalar_info info_of<char8_t>{kind::unsigned_integer, 8, 5};
template <> inline constexpr scalar_info info_of<short>{kind::signed_integer, 16, 11};
template <> inline constexpr scalar_info info_of<unsigned short>{kind::unsigned_integer, 16, 11};
template <> inline constexpr scalar_info info_of<char16_t>{kind::unsigned_integer, 16, 9};
template <> inline constexpr scalar_info info_of<int>{kind::signed_integer, 32, 15};
template <> inline constexpr scalar_info info_of<unsigned>{kind::unsigned_integer, 32, 15};
template <> inline constexpr scalar_info info_of<char32_t>{kind::unsigned_integer, 32, 13};
template <> inline constexpr scalar_info info_of<wchar_t>{integer_info<wchar_t>.what, integer_info<wchar_t>.bits, 13};
template <> inline constexpr scalar_info info_of<long>{kind::signed_integer, 8 * sizeof(long), 19};
template <> inline constexpr scalar_info info_of<unsigned long>{kind::unsigned_integer, 8 * sizeof(long), 19};
template <> inline constexpr scalar_info info_of<long long>{kind::signed_integer, 64, 23};
template <> inline constexpr scalar_info info_of<unsigned long long>{kind::unsigned_integer, 64, 23};
// Rank of floating point: fp4 < fp8 < {half, bf16} < tf32 < float < double; fp4 and the scales are scalars since CUDA 13.5.
inline constexpr unsigned char float_of_13_5 = release >= 1305 ? kind::restricted_float : kind::none;
template <> inline constexpr scalar_info info_of<__nv_fp4_e2m1>{float_of_13_5, 8, 0};
template <> inline constexpr scalar_info info_of<__nv_fp8_e8m0>{float_of_13_5, 8, 1, true};
template <> inline constexpr scalar_info info_of<__nv_fp8_e4m3>{kind::restricted_float, 8, 1};
template <> inline constexpr scalar_info info_of<__nv_fp8_e5m2>{kind::restricted_float, 8, 1};
template <> inline constexpr scalar_info info_of<__half>{kind::basic_float, 16, 2};
template <> inline constexpr scalar_info info_of<__nv_bfloat16>{kind::basic_float, 16, 2};
template <> inline constexpr scalar_info info_of<__nv_tf32>{kind::restricted_float, 32, 3};
template <> inline constexpr scalar_info info_of<float>{kind::basic_float, 32, 4};
template <> inline constexpr scalar_info info_of<double>{kind::basic_float, 64, 5};

template <class _T> inline constexpr bool is_void = false;
template <> inline constexpr bool is_void<void> = true;
template <> inline constexpr bool is_void<void const> = true;
template <> inline constexpr bool is_void<void volatile> = true;
template <> inline constexpr bool is_void<void const volatile> = true;

template <class _T>
inline constexpr scalar_info info_of<_T *>{is_void<_T> || info_of<_T>.is_numeric() ? kind::pointer : kind::none, 64, 0};

/// The pointee of a (cv) pointer; void for anything else.
template <class _T> struct pointee_of {
  using type = void;
};
template <class _T> struct pointee_of<_T *> {
  using type = _T;
};
template <class _T> using pointee = typename pointee_of<remove_cv<_T>>::type;

/// Largest and smallest value of an integer type, as 64-bit numbers.
template <class _T>
inline constexpr unsigned long long max_of = info_of<_T>.what == kind::boolean ? 1
                                             : info_of<_T>.is_signed()         ? (1ull << (info_of<_T>.bits - 1)) - 1
                                             : info_of<_T>.bits == 64          ? ~0ull
                                                                               : (1ull << (info_of<_T>.bits % 64)) - 1;
template <class _T>
inline constexpr long long min_of = info_of<_T>.is_signed() ? -static_cast<long long>(max_of<_T>) - 1 : 0;

/// An enumerator as a number (see kind).
template <auto _V> inline constexpr int number = static_cast<int>(_V);

/// Scalar conversion exists between two scalar types (1.7.2).
template <class _From, class _To> __tile__ __host__ __device__ constexpr bool scalar_conversion_exists() {
  if constexpr (__is_same(_From, _To)) {
    return info_of<_From>.what != kind::none;
  } else {
    constexpr scalar_info from = info_of<_From>, to = info_of<_To>;
    if constexpr (from.is_pointer() && to.is_pointer())
      return __is_convertible(_From, _To);
    else
      return (from.is_numeric() && to.is_numeric()) || (from.is_pointer() && to.what == kind::boolean);
  }
}

/// A scalar conversion that exists is narrowing: a property of the types alone.
template <class _From, class _To> __tile__ __host__ __device__ constexpr bool scalar_conversion_narrows() {
  constexpr scalar_info from = info_of<_From>, to = info_of<_To>;
  if constexpr (__is_same(_From, _To) || (from.is_pointer() && to.is_pointer()))
    return false;
  else if constexpr (from.is_integral() && to.is_integral())
    return from.is_signed() ? !(to.is_signed() && to.bits >= from.bits)
                            : to.bits < from.bits + (to.is_signed() ? 1 : 0);
  // Another format has few numbers of a scale's; bfloat16 has all scales and half has not.
  else if constexpr (from.is_float() && to.is_float())
    return to.is_scale || to.rank <= from.rank || (from.is_scale && __is_same(_To, __half));
  else
    return true;
}

/// Which of two arithmetic scalar types is their arithmetic common type (1.7.4): 1, 2, or 0 when there is none. Where
/// the rule names a third type (the unsigned counterpart of a signed one) the conversion to it narrows, so that no
/// operation exists either: 0 as well.
template <class _T, class _U> __tile__ __host__ __device__ constexpr int common_type_index() {
  if constexpr (__is_same(_T, _U)) {
    return 1;
  } else {
    constexpr scalar_info t = info_of<_T>, u = info_of<_U>;
    if (t.is_float() || u.is_float()) {
      if (!t.is_float())
        return 2;
      if (!u.is_float())
        return 1;
      return t.rank == u.rank ? 0 : t.rank > u.rank ? 1 : 2;
    }
    if (t.is_signed() != u.is_signed()) {
      if (t.is_signed())
        return t.bits > u.bits ? 1 : 0;
      return u.bits > t.bits ? 2 : 0;
    }
    return t.rank > u.rank ? 1 : 2;
  }
}

/// dynamic_extent as a number (see kind).
inline constexpr size dynamic_size = static_cast<size>(-1);

} // namespace cuda::tiles::inline __1::__detail
