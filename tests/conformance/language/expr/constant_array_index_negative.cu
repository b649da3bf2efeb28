// case: constant_array_index_negative
// spec: [expr.add]/4
// reject: E0570 before the first element
constexpr int table[3] = {1, 2, 3};
constexpr int at(int n) { return table[n]; }
static_assert(at(-1) == 0);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
