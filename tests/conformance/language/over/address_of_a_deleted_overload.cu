// case: address_of_a_deleted_overload
// spec: [over.over], [dcl.fct.def.delete]/2
// reject: E0502 the type picks the deleted function
__tile__ int f(int) = delete;
__tile__ int f(long) { return 1; }
__tile__ int g(int (*)(int)) { return 2; }
extern "C" __tile_global__ void test(int* out) { *out = sizeof(g(f)); }
