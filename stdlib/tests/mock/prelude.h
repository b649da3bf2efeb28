// Stands in for what the compiler provides, so that another C++20 compiler can type-check and run the library
// (gcc_check.py, tilec). The values of tiles are plain arrays; ops.h computes.
#pragma once
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 5

#define __tile__
#define __host__
#define __device__
#define __global__
#define __tile_global__

template <class From, class To>
inline constexpr bool __mock_convertible = requires(void (*accept)(To), From (*make)()) { accept(make()); };
template <class From, class To> inline constexpr bool __mock_convertible<From, To[]> = false;
template <class From, class To, decltype(sizeof(0)) N> inline constexpr bool __mock_convertible<From, To[N]> = false;
template <> inline constexpr bool __mock_convertible<void, void> = true;
#define __is_convertible(...) __mock_convertible<__VA_ARGS__>

template <class E, decltype(sizeof(0))... D>
struct __tile_t {
  E e[(decltype(sizeof(0))(1) * ... * D)];
};

// Floating point types without builtin support: bits, converted through double by mock_encode / mock_decode (ops.h).
unsigned mock_encode(double value, int exponent_bits, int fraction_bits, bool has_infinity);
double mock_decode(unsigned bits, int exponent_bits, int fraction_bits, bool has_infinity);

#define __MOCK_FLOAT(NAME, STORAGE, EXPONENT, FRACTION, INFINITE, SHIFT)                                               \
  struct NAME {                                                                                                        \
    STORAGE bits;                                                                                                      \
    NAME() = default;                                                                                                  \
    template <class T>                                                                                                 \
    explicit constexpr NAME(T value)                                                                                   \
        : bits(__builtin_is_constant_evaluated() ? 0                                                                   \
                                                 : mock_encode(static_cast<double>(value), EXPONENT, FRACTION, INFINITE) << SHIFT) {} \
    template <class T> explicit constexpr operator T() const {                                                         \
      return __builtin_is_constant_evaluated() ? T() : static_cast<T>(mock_decode(bits >> SHIFT, EXPONENT, FRACTION, INFINITE));     \
    }                                                                                                                  \
  };
#define __MOCK_ARITHMETIC(NAME)                                                                                        \
  constexpr NAME operator+(NAME a, NAME b) { return NAME(double(a) + double(b)); }                                     \
  constexpr NAME operator-(NAME a, NAME b) { return NAME(double(a) - double(b)); }                                     \
  constexpr NAME operator*(NAME a, NAME b) { return NAME(double(a) * double(b)); }                                     \
  constexpr NAME operator/(NAME a, NAME b) { return NAME(double(a) / double(b)); }                                     \
  constexpr NAME operator-(NAME a) { return NAME(-double(a)); }                                                        \
  constexpr bool operator<(NAME a, NAME b) { return double(a) < double(b); }                                           \
  constexpr bool operator==(NAME a, NAME b) { return double(a) == double(b); }
__MOCK_FLOAT(__tilec_f16, unsigned short, 5, 10, true, 0)
__MOCK_FLOAT(__tilec_bf16, unsigned short, 8, 7, true, 0)
__MOCK_FLOAT(__tilec_tf32, unsigned, 8, 10, true, 13)
__MOCK_FLOAT(__tilec_e4m3, unsigned char, 4, 3, false, 0)
__MOCK_FLOAT(__tilec_e5m2, unsigned char, 5, 2, true, 0)
__MOCK_FLOAT(__tilec_e8m0, unsigned char, 8, 0, false, 0)
__MOCK_FLOAT(__tilec_ue5m3, unsigned char, 5, 3, false, 0)
__MOCK_FLOAT(__tilec_e2m1, unsigned char, 2, 1, false, 0)
__MOCK_ARITHMETIC(__tilec_f16)
__MOCK_ARITHMETIC(__tilec_bf16)

// Preconditions are not checked where the mock runs.
namespace cuda::tiles::inline __1::__op {
template <int> void require(bool, char const *) noexcept {}
} // namespace cuda::tiles::inline __1::__op
