// case: explicit_copy_initialization
// spec: [dcl.init.general]/16.6.2
// accept: parentheses are direct
struct E {
    int n;
    __tile__ explicit E(int v) : n(v) {}
};

extern "C" __tile_global__ void test(int* out) {
    E e(1);
    *out = e.n;
}
