// case: parameters_of_one_name
// spec: [basic.scope.param]
// accept: the same, corrected
__tile__ int add(int a, int) { return a; }
extern "C" __tile_global__ void test(int* out, int n) { *out = add(n, 2); }
