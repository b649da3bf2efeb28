// case: address_of_a_deleted_overload
// spec: [over.over], [dcl.fct.def.delete]/2
// accept: the same, corrected
__tile__ int f(int) = delete;
__tile__ int f(long) { return 1; }
__tile__ int g(int (*)(long)) { return 2; }
extern "C" __tile_global__ void test(int* out) { *out = sizeof(g(f)); }
