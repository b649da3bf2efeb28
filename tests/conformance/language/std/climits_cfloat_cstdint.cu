// case: climits_cfloat_cstdint
// spec: [climits.syn], [cfloat.syn], [cstdint.syn]
// arg: out i64[5]
// expect: [-2147483648, 4294967295, 32639, 65540, 84]
#include <climits>
#include <cfloat>
#include <cstdint>
#include <cstddef>

static_assert(CHAR_BIT == 8 && sizeof(std::int_least16_t) == 2 && sizeof(std::uintptr_t) == 8 && INT64_MAX == LLONG_MAX);
static_assert(FLT_DIG == 6 && DBL_MANT_DIG == 53 && FLT_MAX > 3.4e38f && FLT_RADIX == 2);
static_assert(std::to_integer<int>(std::byte{5} << 1) == 10 && (std::byte{6} & std::byte{3}) == std::byte{2});
struct S {
    char c;
    int i;
};
extern "C" __tile_global__ void test(long* out) {
    out[0] = INT_MIN;
    out[1] = UINT_MAX;
    out[2] = SHRT_MAX + SCHAR_MIN;
    out[3] = UINT16_MAX + INT8_C(5);
    out[4] = offsetof(S, i) + sizeof(std::ptrdiff_t) * 10;
}
