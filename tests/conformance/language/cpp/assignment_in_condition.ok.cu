// case: assignment_in_condition
// spec: [cpp.cond]
// accept: it compares
#define X 1
#if X == 1
#endif
extern "C" __tile_global__ void test(int* out) { *out = 1; }
