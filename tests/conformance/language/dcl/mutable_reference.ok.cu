// case: mutable_reference
// spec: [dcl.stc]
// accept: the same, corrected
struct Counter {
    int& hits;
};

extern "C" __tile_global__ void test(int* out) { ++Counter{*out}.hits; }
