// case: overloads_with_and_without_ref_qualifier
// spec: [over.dcl]/2
// reject: E0309 all of them have a ref-qualifier, or none
struct Box {
    __tile__ int get() & { return 1; }
    __tile__ int get() const { return 2; }
};
extern "C" __tile_global__ void test(int* out) { Box box; *out = box.get(); }
