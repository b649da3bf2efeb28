// case: used_before_declared
// spec: [basic.lookup.unqual]/2
// accept: a declaration before the use is enough
__tile__ int later();
extern "C" __tile_global__ void test(int* out) { *out = later(); }
__tile__ int later() { return 1; }
