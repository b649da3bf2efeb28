// case: placeholder_constraint_fails
// spec: [dcl.spec.auto]
// reject: E0404 a double has no remainder
template <typename T>
concept Integral = requires(T t) { t % 1; };

extern "C" __tile_global__ void test(int* out) {
    Integral auto x = 1.5;
    *out = static_cast<int>(x);
}
