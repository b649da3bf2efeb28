// case: parameter_passed_on
// spec: [dcl.init] an argument is copied, assigned, returned and compared like any object
// arg: out i32[4]
// arg: struct = {i32 = 2, i32 = 3}
// arg: struct = {i32 = 2, i32 = 4}
// expect: [4, 7, 1, 0]
#include "cuda_tile.h"

struct Point {
    int x, y;
    bool operator==(const Point&) const = default;
};
__tile__ Point add(Point a, const Point& b) {
    a.x += b.x;
    a.y += b.y;
    return a;
}
extern "C" __tile_global__ void test(int* out, Point a, Point b) {
    Point sum = add(a, b);
    out[0] = sum.x;
    out[1] = sum.y;
    Point other = a;
    out[2] = other == a;
    a = b;
    out[3] = other == a;
}
