// case: auto_from_braces
// spec: [dcl.type.auto.deduct]/4
// reject: E0318 the elements have different types
#include <initializer_list>
extern "C" __tile_global__ void test(int n, int* out) {
    auto a = {n, 1.0f};
    *out = int(a.size());
}
