// case: deleted_after_its_declaration
// spec: [dcl.fct.def.delete]/4
// accept: the same, corrected
__tile__ int twice(float n) = delete;
__tile__ int twice(int n) { return 2 * n; }
extern "C" __tile_global__ void test(int* out) { *out = twice(1); }
