// case: constant_reinterpret
// spec: [expr.const]/5.15
// reject: E0570 reinterpret_cast in a constant expression
constexpr int n = 1;
constexpr float const* p = reinterpret_cast<float const*>(&n);

extern "C" __tile_global__ void test(int* out) { *out = p != nullptr; }
