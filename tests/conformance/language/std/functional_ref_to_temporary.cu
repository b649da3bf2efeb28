// case: functional_ref_to_temporary
// spec: [refwrap.helpers]
// arg: i32 = 3
// arg: out i32[1]
// reject: E0502 a reference to a temporary would dangle
#include <functional>

extern "C" __tile_global__ void test(int n, int* out) { *out = std::ref(n + 1).get(); }
