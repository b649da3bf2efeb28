// case: designated_anonymous_union_member
// spec: [dcl.init.aggr]/5
// arg: out i32[4]
// expect: [1065353216, 4, 7, 9]
// note: 1.0f is 0x3f800000; the anonymous union is initialised by `{ .member = value }`
#include <bit>
struct Either {
    union {
        int whole;
        float real;
    };
    int rest = 4;
};
extern "C" __tile_global__ void test(int* out) {
    Either real{.real = 1.0f};
    Either whole{.whole = 7, .rest = 9};
    out[0] = std::bit_cast<int>(real.real);
    out[1] = real.rest;
    out[2] = whole.whole;
    out[3] = whole.rest;
}
