// case: noexcept_of_no_bool
// spec: [except.spec]/2
// reject: E0503 the operand is a constant of type bool
struct Token {};
__tile__ int one() noexcept(Token{}) { return 1; }
extern "C" __tile_global__ void test(int* out) { *out = one(); }
