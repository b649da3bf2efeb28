// case: member_without_object
// spec: [expr.prim.id.general]
// reject: E0515 a non-static member needs an object
struct Counter {
    int n = 1;
    __tile__ int get() const { return n; }
};

extern "C" __tile_global__ void test(int* out) { *out = Counter::get(); }
