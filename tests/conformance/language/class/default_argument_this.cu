// case: default_argument_this
// spec: [expr.prim.this]
// reject: E0515 this in a static member function
struct Counter {
    int n = 1;
    __tile__ static int get() { return this->n; }
};

extern "C" __tile_global__ void test(int* out) { *out = Counter().get(); }
