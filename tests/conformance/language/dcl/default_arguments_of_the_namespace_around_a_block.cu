// case: default_arguments_of_the_namespace_around_a_block
// spec: [dcl.fct.default]/4
// reject: E0312 a declaration in a block does not have the default arguments of those outside
__tile__ int g(int a, int b = 1) { return a * 10 + b; }
extern "C" __tile_global__ void test(int* out) {
    int g(int, int);
    *out = g(5);
}
