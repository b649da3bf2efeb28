// case: initializer_twice
// spec: [class.base.init]
// accept: the same, corrected
struct Pair {
    int a, b;
    __tile__ explicit Pair(int n) : a(n), b(n) {}
};

extern "C" __tile_global__ void test(int* out, int n) { *out = Pair(n).a; }
