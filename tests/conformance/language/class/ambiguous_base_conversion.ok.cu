// case: ambiguous_base_conversion
// spec: [conv.ptr]
// accept: the same, corrected
struct Top {
    int n = 1;
};
struct Left : Top {};
struct Right : Top {};
struct Both : Left, Right {};
__tile__ int read(Top const& t) { return t.n; }

extern "C" __tile_global__ void test(int* out) { *out = read(static_cast<Left const&>(Both())); }
