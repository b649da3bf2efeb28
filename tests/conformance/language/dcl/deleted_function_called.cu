// case: deleted_function_called
// spec: [dcl.fct.def.delete]/2
// reject: E0502 overload resolution picks the deleted one
__tile__ int f(int n) { return n; }
int f(float) = delete;
extern "C" __tile_global__ void test(int* out) { *out = f(1.0f); }
