// case: array_bound_used_before
// spec: [dcl.array]/6
// reject: E0570 not a constant expression: it reads `e`, which is not a cons
extern const int e[];
constexpr const int *q = e;
const int e[2] = {4, 5};
static_assert(q[1] == 5 && sizeof(e) == 8);
extern "C" __tile_global__ void test(int *p) {}
