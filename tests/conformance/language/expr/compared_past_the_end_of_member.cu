// case: compared_past_the_end_of_member
// spec: [expr.rel]/4
// accept: the static assertions hold
constexpr int m[2][2] = {};
static_assert(&m[0][0] + 2 <= &m[1][0]);
extern "C" __tile_global__ void test(int *p) {}
