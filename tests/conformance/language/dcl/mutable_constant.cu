// case: mutable_constant
// spec: [dcl.stc]
// reject: E0323 a constant that may change is none
struct Counter {
    mutable const int hits = 0;
};

extern "C" __tile_global__ void test(int* out) { *out = Counter().hits; }
