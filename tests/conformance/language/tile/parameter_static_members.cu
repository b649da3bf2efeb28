// case: parameter_static_members
// spec: [class.static] static members, types and functions take no room in an argument
// arg: out i32[2]
// arg: struct = {i32 = 3, i32 = 4}
// expect: [10, 28]
#include "cuda_tile.h"

struct Shape {
    using index = int;
    static constexpr int rank = 2;
    enum { Rows, Columns };
    index extents[rank];
    int unused() = delete;
    static __tile__ int scale(int x) { return x * rank * 2; }
    constexpr int operator[](int i) const { return extents[i]; }
};
static_assert(sizeof(Shape) == 8);
extern "C" __tile_global__ void test(int* out, Shape shape) {
    out[0] = shape[Shape::Rows] * Shape::rank + shape[Shape::Columns];
    out[1] = Shape::scale(shape[0] + shape[1]);
}
