// case: array_bound_again
// spec: [dcl.array]/6
// accept: the static assertions hold
int e[7];
extern int e[];
static_assert(sizeof(e) == 28);
extern "C" __tile_global__ void test(int *p) {}
