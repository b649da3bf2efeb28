// case: defaulted_comparison_is_const
// spec: [class.compare.default]/1
// reject: E0324 a defaulted member comparison is `const`
struct Plain { int value; __tile__ bool operator==(const Plain&) = default; };
extern "C" __tile_global__ void test(int* out) { *out = 1; }
