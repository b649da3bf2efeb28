// case: types_in_a_throw_specification
// spec: [except.spec]
// accept: the same, corrected
__tile__ int half(int n) throw() { return n / 2; }
static_assert(noexcept(half(1)));
extern "C" __tile_global__ void test(int* out, int n) { *out = half(n); }
