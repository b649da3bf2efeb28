// case: parameter_several_bases
// spec: [class.mi] bases in their order; an empty one takes no room
// arg: out i32[3]
// arg: struct = {i32 = 1, f32 = 2.5, i64 = 300}
// expect: [1, 5, 300]
#include "cuda_tile.h"

struct Empty {
    __tile__ int two() const { return 2; }
};
struct First {
    int a;
};
struct Second {
    float b;
};
struct All : Empty, First, Second {
    long long c;
};
static_assert(sizeof(All) == 16);
__tile__ float times(const Second& s, const Empty& e) { return s.b * e.two(); }
extern "C" __tile_global__ void test(int* out, All all) {
    out[0] = all.a;
    out[1] = static_cast<int>(times(all, all));
    out[2] = static_cast<int>(all.c);
}
