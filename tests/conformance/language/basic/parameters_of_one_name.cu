// case: parameters_of_one_name
// spec: [basic.scope.param]
// reject: E0309 two parameters are called alike
__tile__ int add(int a, int a) { return a; }
extern "C" __tile_global__ void test(int* out, int n) { *out = add(n, 2); }
