// case: conditional_void_and_throw
// spec: [expr.cond]/2
// arg: out i32[2]
// expect: [4, 16]
constexpr int checked(int n) { return n > 0 ? n : throw n; }
constexpr int pick(int i) {
    int a[2] = {5, 6};
    (i ? a[1] : a[0]) += 10;
    return a[i];
}

extern "C" __tile_global__ void test(int* out) {
    constexpr int a = checked(4), b = pick(1);
    out[0] = a;
    out[1] = b;
}
