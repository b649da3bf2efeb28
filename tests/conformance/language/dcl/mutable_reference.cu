// case: mutable_reference
// spec: [dcl.stc]
// reject: E0323 a reference never changes, what it refers to may
struct Counter {
    mutable int& hits;
};

extern "C" __tile_global__ void test(int* out) { ++Counter{*out}.hits; }
