// case: auto_function_used_before_its_definition
// spec: [dcl.spec.auto.general]/11
// accept: the same, corrected
__tile__ auto next(int n);
__tile__ auto next(int n) { return n + 1; }
__tile__ int use(int n) { return next(n); }
extern "C" __tile_global__ void test(int* out, int n) { *out = use(n); }
