// case: version_macros
// spec: [version.syn]
// arg: out i32[1]
// expect: [2014]
#include <version>

static_assert(__cpp_lib_concepts >= 202002L && __cpp_lib_bit_cast >= 201806L && __cpp_lib_span && __cpp_lib_to_array);
static_assert(__cpp_lib_constexpr_algorithms >= 201806L && __cpp_lib_three_way_comparison >= 201907L);
extern "C" __tile_global__ void test(int* out) { *out = __cpp_lib_invoke / 100; }
