// case: array_get_out_of_range
// spec: [array.tuple]
// arg: out i32[1]
// reject: E0315 the array has two elements
#include <array>

extern "C" __tile_global__ void test(int* out) {
    std::array<int, 2> a{1, 2};
    *out = std::get<2>(a);
}
