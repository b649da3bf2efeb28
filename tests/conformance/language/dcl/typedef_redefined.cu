// case: typedef_redefined
// spec: [dcl.typedef]/4
// reject: E0309 a typedef name means one type
typedef int T;
typedef float T;
extern "C" __tile_global__ void test(int* out) { *out = sizeof(T); }
