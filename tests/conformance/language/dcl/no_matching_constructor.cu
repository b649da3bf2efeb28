// case: no_matching_constructor
// spec: [dcl.init.general]/16.6.2
// reject: E0312 no constructor takes a pointer
struct E {
    int n;
    __tile__ E(int v) : n(v) {}
    __tile__ E(int a, int b) : n(a + b) {}
};

extern "C" __tile_global__ void test(int* out) {
    E e(out);
    *out = e.n;
}
