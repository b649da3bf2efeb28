// case: auto_function_used_before_its_definition
// spec: [dcl.spec.auto.general]/11
// reject: E0318 the type is not known yet
__tile__ auto next(int n);
__tile__ int use(int n) { return next(n); }
__tile__ auto next(int n) { return n + 1; }
extern "C" __tile_global__ void test(int* out, int n) { *out = use(n); }
