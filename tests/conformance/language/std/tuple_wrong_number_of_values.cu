// case: tuple_wrong_number_of_values
// spec: [tuple.cnstr]
// arg: out i32[1]
// reject: E0312 three values for two elements
#include <tuple>

extern "C" __tile_global__ void test(int* out) {
    std::tuple<int, int> t(1, 2, 3);
    *out = std::get<0>(t);
}
