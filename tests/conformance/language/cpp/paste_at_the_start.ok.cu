// case: paste_at_the_start
// spec: [cpp.concat]
// accept: an empty argument is something
#define JOIN(a, b) a ## b
extern "C" __tile_global__ void test(int* out) { *out = JOIN(, 1); }
