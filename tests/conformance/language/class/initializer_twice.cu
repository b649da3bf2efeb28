// case: initializer_twice
// spec: [class.base.init]
// reject: E0522 a member is initialised twice
struct Pair {
    int a, b;
    __tile__ explicit Pair(int n) : a(n), b(n), a(2) {}
};

extern "C" __tile_global__ void test(int* out, int n) { *out = Pair(n).a; }
