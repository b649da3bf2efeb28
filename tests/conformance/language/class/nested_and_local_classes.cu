// case: nested_and_local_classes
// spec: [class.nest], [class.local]
// arg: i32 = 5
// arg: out i32[4]
// expect: [10, 6, 25, 8]
struct Outer {
    static constexpr int K = 2;
    struct Inner;
    struct Made {
        int n;
        __tile__ int scaled() const { return n * K; }
    };
    __tile__ Made make(int n) const { return {n}; }
};
struct Outer::Inner {
    int n = K;
    __tile__ int plus(int m) const;
};
__tile__ int Outer::Inner::plus(int m) const { return n + m - 1; }

extern "C" __tile_global__ void test(int n, int* out) {
    constexpr int offset = 3;
    struct Local {
        int n;
        enum { SQUARE = 2 };
        __tile__ int squared() const { return n * n; }
        __tile__ static int add(int m) { return m + offset; }
    };
    out[0] = Outer().make(n).scaled();
    out[1] = Outer::Inner().plus(n);
    out[2] = Local{n}.squared() + Local::SQUARE - 2;
    out[3] = Local::add(n);
}
