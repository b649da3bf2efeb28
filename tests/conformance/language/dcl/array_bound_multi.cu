// case: array_bound_multi
// spec: [dcl.array]/6
// accept: the static assertions hold
extern int e[][3];
int e[2][3];
static_assert(sizeof(e) == 24);
extern "C" __tile_global__ void test(int *p) {}
