// case: array_bound_mismatch
// spec: [dcl.array]/6
// reject: E0309 `e` is declared again with another type, `int[4]` and not `i
extern int e[3];
int e[4];
extern "C" __tile_global__ void test(int *p) { p[0] = sizeof(e); }
