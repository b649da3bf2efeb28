// case: auto_argument_not_constrained
// spec: [temp.param], [temp.constr.decl]
// reject: E0404 a double has no remainder
template <typename T>
concept Integral = requires(T x) { x % 1; };
template <Integral auto V>
struct Only {
    static constexpr auto value = V;
};

extern "C" __tile_global__ void test(int* out) { *out = Only<3.0>::value; }
