// case: array_deduction_needs_one_type
// spec: [array.cons]
// arg: out i32[1]
// reject: E0412 the elements have different types
#include <array>

extern "C" __tile_global__ void test(int* out) {
    std::array a{1, 2.0};
    *out = a.size();
}
