// case: used_before_declared
// spec: [basic.lookup.unqual]/2
// reject: E0301 a name is found behind its declaration only
extern "C" __tile_global__ void test(int* out) { *out = later(); }
__tile__ int later() { return 1; }
