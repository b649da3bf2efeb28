// case: redefined_function
// spec: [basic.def.odr]/1
// reject: E0309 a function is defined twice
__tile__ int f() { return 1; }
__tile__ int f() { return 2; }
extern "C" __tile_global__ void test(int* out) { *out = f(); }
