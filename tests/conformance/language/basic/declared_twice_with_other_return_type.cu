// case: declared_twice_with_other_return_type
// spec: [basic.link]/10, [over.dcl]
// reject: E0309 functions that differ in the return type alone
__tile__ int f(int) { return 1; }
__tile__ float f(int);
extern "C" __tile_global__ void test(int* out) { *out = f(1); }
