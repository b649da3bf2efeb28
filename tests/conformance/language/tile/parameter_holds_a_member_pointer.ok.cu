// case: parameter_holds_a_member_pointer
// spec: tile: 1.2 the member as a template argument
// accept: known at compile time
#include "cuda_tile.h"

struct Point {
    int x, y;
};
template <int Point::*Member>
struct Choice {
    int n;
};
extern "C" __tile_global__ void test(int* out, Point p, Choice<&Point::y> choice) {
    auto get = []<int Point::*M>(const Point& p, Choice<M>) { return p.*M; };
    out[0] = get(p, choice) + choice.n;
}
