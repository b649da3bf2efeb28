// case: declared_but_not_defined
// spec: [basic.def.odr]/10
// reject: E0583 tile code uses a function that no definition follows
__tile__ int f(int);
extern "C" __tile_global__ void test(int* out) { *out = f(1); }
