// case: array_bound_before
// spec: [dcl.array]/6
// reject: E0308 `int[]` has no length
extern int e[];
static_assert(sizeof(e) == 28);
int e[7];
extern "C" __tile_global__ void test(int *p) {}
