// case: return_constraint_fails
// spec: [dcl.spec.auto]
// reject: E0404 the body returns a double
template <typename T>
concept Integral = requires(T t) { t % 1; };
__tile__ Integral auto half(int n) { return n / 2.0; }

extern "C" __tile_global__ void test(int* out) { *out = static_cast<int>(half(3)); }
