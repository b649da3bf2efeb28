// case: function_redeclared
// spec: [class.mem.general]
// accept: the same, corrected
struct Pair {
    __tile__ int get() const { return 1; }
    __tile__ int get() { return 2; }
};

extern "C" __tile_global__ void test(int* out) {
    Pair p;
    *out = p.get();
}
