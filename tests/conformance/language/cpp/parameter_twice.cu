// case: parameter_twice
// spec: [cpp.replace]
// reject: E0141 parameters have different names
#define ADD(a, a) ((a) + (a))
extern "C" __tile_global__ void test(int* out) { *out = 1; }
