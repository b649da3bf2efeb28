// case: explicit_constructor
// spec: [class.conv.ctor]
// accept: the same, corrected
struct Feet {
    int n;
    __tile__ explicit Feet(int n) : n(n) {}
};
__tile__ int take(Feet f) { return f.n; }

extern "C" __tile_global__ void test(int* out, int n) {
    Feet f(n);
    *out = take(f);
}
