// case: constant_string_out_of_bounds
// spec: [expr.const]/5.8
// reject: E0570 behind the final zero
constexpr char at(char const* s, int n) { return s[n]; }
static_assert(at("ab", 3) == 0);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
