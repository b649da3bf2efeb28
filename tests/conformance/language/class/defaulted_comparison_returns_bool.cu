// case: defaulted_comparison_returns_bool
// spec: [class.eq]/1
// reject: E0324 a defaulted `==` returns `bool`
struct Plain { int value; __tile__ int operator==(const Plain&) const = default; };
extern "C" __tile_global__ void test(int* out) { *out = 1; }
