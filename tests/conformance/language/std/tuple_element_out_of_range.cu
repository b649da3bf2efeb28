// case: tuple_element_out_of_range
// spec: [tuple.helper]
// arg: out i32[1]
// reject: E0315 there is no third element
#include <tuple>

extern "C" __tile_global__ void test(int* out) {
    std::tuple_element_t<2, std::tuple<int, int>> x = 1;
    *out = x;
}
