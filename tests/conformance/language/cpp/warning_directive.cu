// case: warning_directive
// spec: [cpp.error]
// accept: #warning only warns, and #error in a group that is left out says nothing
#warning this is only a warning
#ifndef __CUDACC__
#error this compiler compiles CUDA
#endif
extern "C" __tile_global__ void test(int* out) { *out = 1; }
