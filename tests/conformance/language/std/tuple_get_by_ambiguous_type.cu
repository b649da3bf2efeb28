// case: tuple_get_by_ambiguous_type
// spec: [tuple.elem]
// arg: out i32[1]
// reject: E0312 two elements have this type
// host: rejects it by a static assertion
#include <tuple>

extern "C" __tile_global__ void test(int* out) {
    std::tuple<int, char, int> t(1, 'a', 2);
    *out = std::get<int>(t);
}
