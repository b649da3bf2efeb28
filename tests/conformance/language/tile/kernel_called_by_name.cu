// case: kernel_called_by_name
// spec: tile:1.2
// reject: E0544 only a launch runs a kernel
__tile_global__ void fill(int* p) { *p = 1; }
extern "C" __tile_global__ void test(int* out) { fill(out); }
