// case: constructor_with_return_type
// spec: [class.ctor]
// accept: the same, corrected

struct S {
    int v;
    __tile__ S(int x) : v(x) {}
};
extern "C" __tile_global__ void test(int* out, int n) {
    *out = S(n).v;
}
