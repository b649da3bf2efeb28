// case: default_argument_this
// spec: [expr.prim.this]
// accept: the same, corrected
struct Counter {
    int n = 1;
    __tile__ int get() { return this->n; }
};

extern "C" __tile_global__ void test(int* out) { *out = Counter().get(); }
