// case: array_get_out_of_range
// spec: [array.tuple]
// arg: out i32[1]
// accept: the last element
#include <array>

extern "C" __tile_global__ void test(int* out) {
    std::array<int, 2> a{1, 2};
    *out = std::get<1>(a);
}
