//@ check
// [cpp.cond]: conditions are computed in the widest types; names that are not macros are 0.
#if -1 > 0u && 18446744073709551615u == -1 && (2 || 1 / 0) && !(0 && 1 / 0)
#else
#error unsigned arithmetic
#endif
#if undefined_name || defined undefined_name || !true || false || !defined(__cplusplus)
#error names
#elif (1 ? 2 : 3 / 0) != 2 || 'A' != 65 || -7 / 2 != -3 || -7 % 2 != -1 || (1, 2) != 2
#error operators
#endif
#if __has_include(<cuda_tile.h>) && !__has_include("no such header.h")
constexpr int taken = 1;
#else
constexpr int taken = 0;
#endif
static_assert(taken == 1);
#if 0
#unknown directives and unfinished ' literals do not matter here
#if 1
#error nor does what is nested
#endif
#elif 1
constexpr int chosen = 2;
#elif 1 / 0
#error
#else
constexpr int chosen = 3;
#endif
static_assert(chosen == 2);
static_assert(__cplusplus >= 202002L && __CUDA_ARCH__ == 900);
