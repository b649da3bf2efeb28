// case: parameter_inheritance
// spec: [class.derived] a base lies before the members, which may use its tail padding
// arg: out i32[4]
// arg: struct = hex:0100000002_03_0400_05000000
// expect: [1, 2, 3, 9]
// note: `Base` is not a POD, so the Itanium ABI puts `c` behind `b` at byte 5, `d` at byte 6
#include "cuda_tile.h"

class Base {
public:
    int a;
    signed char b;
    __tile__ int sum() const { return a + b; }

private:
    signed char hidden[0 + 1];
    friend struct Derived;
};
struct Plain {
    int e;
};
struct Derived : Base {
    short d;
    int e;
    __tile__ int rest() const { return d + e; }
};
static_assert(sizeof(Derived) == 12);
extern "C" __tile_global__ void test(int* out, Derived x) {
    out[0] = x.a;
    out[1] = x.b;
    out[2] = x.sum();
    out[3] = x.rest();
}
