// case: two_conversions
// spec: [class.conv]
// accept: the same, corrected
struct A {
    int n;
    __tile__ operator int() const { return n; }
};
struct B {
    int n;
    __tile__ B(int n) : n(n) {}
};
__tile__ int take(B b) { return b.n; }

extern "C" __tile_global__ void test(int* out) {
    B b = static_cast<int>(A{1});
    *out = take(b);
}
