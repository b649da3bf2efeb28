// Stands in for what the compiler provides, so that another C++20 compiler can type-check the library (gcc_check.py).
// Types only: nothing here computes.
#pragma once

#define __tile__
#define __host__
#define __device__
#define __global__
#define __tile_global__

template <class From, class To>
inline constexpr bool __mock_convertible = requires(void (*accept)(To), From (*make)()) { accept(make()); };
#define __is_convertible(...) __mock_convertible<__VA_ARGS__>

template <class E, decltype(sizeof(0))... D>
struct __tile_t {
  alignas(E) unsigned char bytes[sizeof(E) * (decltype(sizeof(0))(1) * ... * D)];
};

#define __MOCK_FLOAT(NAME, STORAGE)                                                                                                          \
  struct NAME {                                                                                                                              \
    STORAGE bits;                                                                                                                            \
    NAME() = default;                                                                                                                        \
    template <class T> explicit constexpr NAME(T) : bits() {}                                                                                \
    template <class T> explicit constexpr operator T() const { return T(); }                                                                 \
  };
#define __MOCK_ARITHMETIC(NAME)                                                                                                              \
  constexpr NAME operator+(NAME a, NAME) { return a; }                                                                                       \
  constexpr NAME operator-(NAME a, NAME) { return a; }                                                                                       \
  constexpr NAME operator*(NAME a, NAME) { return a; }                                                                                       \
  constexpr NAME operator/(NAME a, NAME) { return a; }                                                                                       \
  constexpr NAME operator-(NAME a) { return a; }                                                                                             \
  constexpr bool operator<(NAME, NAME) { return false; }                                                                                     \
  constexpr bool operator==(NAME, NAME) { return false; }
__MOCK_FLOAT(__tilec_f16, unsigned short)
__MOCK_FLOAT(__tilec_bf16, unsigned short)
__MOCK_FLOAT(__tilec_tf32, unsigned)
__MOCK_FLOAT(__tilec_e4m3, unsigned char)
__MOCK_FLOAT(__tilec_e5m2, unsigned char)
__MOCK_ARITHMETIC(__tilec_f16)
__MOCK_ARITHMETIC(__tilec_bf16)

// Preconditions hold where the mock is run.
namespace cuda::tiles::__op {
inline void require(bool, char const *) noexcept {}
} // namespace cuda::tiles::__op
