// case: deleted_after_its_declaration
// spec: [dcl.fct.def.delete]/4
// reject: E0309 the first declaration says it
__tile__ int twice(int n);
__tile__ int twice(int n) = delete;
extern "C" __tile_global__ void test(int* out) { *out = 1; }
