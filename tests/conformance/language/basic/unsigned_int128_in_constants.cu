// case: unsigned_int128_in_constants
// spec: [basic.fundamental]/5 [conv.integral] [conv.fpint] [expr.shift]
// arg: out i32[1]
// expect: [1]
constexpr unsigned __int128 big = (unsigned __int128)1 << 127;
static_assert(big > 0);
static_assert(big > 5u);
static_assert(!(big < 1));
static_assert(big / 2 == (unsigned __int128)1 << 126);
static_assert(big >> 127 == 1);
static_assert(big % 3 == 2);
constexpr __int128 neg = -1;
static_assert(neg < 0);
static_assert((neg >> 100) == -1);
static_assert((unsigned __int128)neg > big);
static_assert((double)big > 1e38);
static_assert((float)neg == -1.0f);
static_assert((unsigned __int128)1e30 > 0);
static_assert((long long)(neg * neg) == 1);
static_assert(neg / 2 == 0);
static_assert(-7 % (__int128)3 == -1);
template <unsigned __int128 V> struct S { static constexpr bool b = V > 1; };
static_assert(S<big>::b);
constexpr bool ovf() { int r; return __builtin_add_overflow(2147483647, 1, &r); }
static_assert(ovf());
enum E : unsigned char { A = 200 };
constexpr bool ovf3() { unsigned char r; return __builtin_add_overflow(A, 100, &r); }
static_assert(ovf3());
constexpr bool ovf4() { long long r; return __builtin_sub_overflow(0u, 1u, &r) || r != -1; }
static_assert(!ovf4());
constexpr bool ovf5() { unsigned r; return __builtin_sub_overflow(0, 1, &r); }
static_assert(ovf5());
constexpr bool holds = big > 0;
extern "C" __tile_global__ void test(int* out) { *out = holds; }
