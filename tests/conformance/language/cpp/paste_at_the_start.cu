// case: paste_at_the_start
// spec: [cpp.concat]
// reject: E0144 something stands on each side of ##
#define JOIN(a) ## a
extern "C" __tile_global__ void test(int* out) { *out = 1; }
