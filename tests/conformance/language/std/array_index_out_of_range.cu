// case: array_index_out_of_range
// spec: [array.members]
// arg: i32 = 4
// arg: out i32[1]
// ub: at() beyond the end
#include <array>

extern "C" __tile_global__ void test(int n, int* out) {
    std::array<int, 4> a{1, 2, 3, 4};
    *out = a.at(n);
}
