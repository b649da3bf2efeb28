// case: parameter_holds_a_member_pointer
// spec: tile: 1.2 which member it designates must be known at compile time
// reject: E0581 a pointer to member
#include "cuda_tile.h"

struct Point {
    int x, y;
};
struct Choice {
    int Point::* member;
    int n;
};
extern "C" __tile_global__ void test(int* out, Point p, Choice choice) {
    out[0] = p.*choice.member + choice.n;
}
