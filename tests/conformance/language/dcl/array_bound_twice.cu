// case: array_bound_twice
// spec: [dcl.array]/6
// accept: it is well-formed
extern int e[3];
extern int e[];
extern "C" __tile_global__ void test(int *p) { p[0] = sizeof(e); }
