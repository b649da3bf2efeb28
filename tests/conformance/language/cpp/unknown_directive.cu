// case: unknown_directive
// spec: [cpp.pre]
// reject: E0130 there is no such directive
#defin X 1
extern "C" __tile_global__ void test(int* out) { *out = 1; }
