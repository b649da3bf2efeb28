// case: member_without_object
// spec: [expr.prim.id.general]
// accept: the same, corrected
struct Counter {
    int n = 1;
    __tile__ static int get() { return 1; }
};

extern "C" __tile_global__ void test(int* out) { *out = Counter::get(); }
