// case: constant_null_dereference
// spec: [expr.const]/5.8
// reject: E0570 dereferences a null pointer
constexpr int value(int const* p) { return *p; }
static_assert(value(nullptr) == 0);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
