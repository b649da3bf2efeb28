// case: fold_with_two_operators
// spec: [expr.prim.fold]
// accept: the same, corrected

template <class... T> __tile__ int f(T... x) { return (x + ... + -1); }
extern "C" __tile_global__ void test(int* out, int n) {
    *out = f(n);
}
