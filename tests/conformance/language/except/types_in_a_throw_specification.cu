// case: types_in_a_throw_specification
// spec: [except.spec]
// reject: E0216 C++17 has none
__tile__ int half(int n) throw(int) { return n / 2; }
extern "C" __tile_global__ void test(int* out, int n) { *out = half(n); }
