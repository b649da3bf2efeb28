// case: array_of_unknown_bound_without_initializer
// spec: [dcl.array]
// reject: E0308 the bound follows from an initialiser only
extern "C" __tile_global__ void test(int* out) {
    int a[];
    *out = a[0];
}
