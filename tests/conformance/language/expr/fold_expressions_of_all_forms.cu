// case: fold_expressions_of_all_forms
// spec: [expr.prim.fold]
// arg: out i32[6]
// arg: i32 = 2
// expect: [-6, 2, 1, 0, 15, 24]

template <class... T> __tile__ int right(T... x) { return (x - ...); }
template <class... T> __tile__ int left(T... x) { return (... - x); }
template <class... T> constexpr __tile__ bool none(T... x) { return (x && ...); }
template <class... T> constexpr __tile__ bool some(T... x) { return (... || x); }
template <class... T> __tile__ int init(T... x) { return (10 + ... + x); }
template <class... T> __tile__ int tail(T... x) { return (x * ... * 4); }

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = left(n, 3, 5);
    out[1] = right(n, 3, 5) - 2;
    out[2] = none();
    out[3] = some();
    out[4] = init(n, 3);
    out[5] = tail(n, 3);
}
