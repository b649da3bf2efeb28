// case: mutable_constant
// spec: [dcl.stc]
// accept: the same, corrected
struct Counter {
    mutable int hits = 0;
};

extern "C" __tile_global__ void test(int* out) { *out = Counter().hits; }
