// case: function_redeclared
// spec: [class.mem.general]
// reject: E0309 a member function is declared twice
struct Pair {
    __tile__ int get() const { return 1; }
    __tile__ int get() const { return 2; }
};

extern "C" __tile_global__ void test(int* out) {
    Pair p;
    *out = p.get();
}
