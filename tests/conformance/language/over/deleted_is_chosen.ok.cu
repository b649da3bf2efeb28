// case: deleted_is_chosen
// spec: [dcl.fct.def.delete]/2, [over.match]/3
// accept: the other one is better
__tile__ int f(int n) { return n; }
__tile__ int f(double) = delete;

extern "C" __tile_global__ void test(int* out) { *out = f(1); }
