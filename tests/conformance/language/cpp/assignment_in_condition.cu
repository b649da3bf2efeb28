// case: assignment_in_condition
// spec: [cpp.cond]
// reject: E0133 a condition assigns nothing
#define X 1
#if X = 1
#endif
extern "C" __tile_global__ void test(int* out) { *out = 1; }
