// case: pointer_sum
// spec: [expr.add]/1
// reject: E0509 two pointers are not added
extern "C" __tile_global__ void test(int* p, int* out) { *out = *(p + out); }
