// case: delegating_with_members
// spec: [class.base.init]
// accept: the same, corrected
struct Range {
    int first, last;
    __tile__ Range(int f, int l) : first(f), last(l) {}
    __tile__ explicit Range(int n) : Range(0, n) {}
};

extern "C" __tile_global__ void test(int* out, int n) { *out = Range(n).last; }
