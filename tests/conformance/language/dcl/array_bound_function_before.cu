// case: array_bound_function_before
// spec: [dcl.array]/6
// reject: E0308 `int[]` has no length
extern int e[];
extern "C" __tile_global__ void test(int *p) { p[0] = sizeof(e); }
int e[4];
