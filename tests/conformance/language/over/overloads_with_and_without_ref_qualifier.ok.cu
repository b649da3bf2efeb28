// case: overloads_with_and_without_ref_qualifier
// spec: [over.dcl]/2
// accept: all have one; other parameters are another matter
struct Box {
    __tile__ int get() & { return 1; }
    __tile__ int get() const& { return 2; }
    __tile__ int get() && { return 3; }
    __tile__ int get(int n) { return n; }
};
extern "C" __tile_global__ void test(int* out) { Box box; *out = box.get() + box.get(4); }
