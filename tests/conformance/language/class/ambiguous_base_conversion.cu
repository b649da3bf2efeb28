// case: ambiguous_base_conversion
// spec: [conv.ptr]
// reject: E0312 the base is in the object twice
struct Top {
    int n = 1;
};
struct Left : Top {};
struct Right : Top {};
struct Both : Left, Right {};
__tile__ int read(Top const& t) { return t.n; }

extern "C" __tile_global__ void test(int* out) { *out = read(Both()); }
