// case: ambiguous_subobject
// spec: [class.member.lookup]
// accept: the same, corrected
struct Top {
    int n = 1;
};
struct Left : Top {};
struct Right : Top {};
struct Both : Left, Right {};

extern "C" __tile_global__ void test(int* out) { *out = Both().Left::n; }
