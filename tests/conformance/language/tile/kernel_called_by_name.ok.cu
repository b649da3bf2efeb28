// case: kernel_called_by_name
// spec: tile:1.2
// accept: what both need is a function
__tile__ void one(int* p) { *p = 1; }
__tile_global__ void fill(int* p) { one(p); }
extern "C" __tile_global__ void test(int* out) { one(out); }
