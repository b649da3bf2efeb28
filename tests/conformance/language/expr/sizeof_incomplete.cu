// case: sizeof_incomplete
// spec: [expr.sizeof]/1
// reject: E0308 the class is declared only
struct S;

extern "C" __tile_global__ void test(int* out) { *out = sizeof(S); }
