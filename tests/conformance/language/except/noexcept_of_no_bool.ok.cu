// case: noexcept_of_no_bool
// spec: [except.spec]/2
// accept: the same, corrected
struct Token { constexpr operator bool() const { return true; } };
__tile__ int one() noexcept(Token{}) { return 1; }
extern "C" __tile_global__ void test(int* out) { *out = one() + noexcept(one()); }
