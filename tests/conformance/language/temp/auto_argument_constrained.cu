// case: auto_argument_constrained
// spec: [temp.param], [temp.constr.decl]
// arg: out i32[2]
// expect: [3, 8]
template <typename T>
concept Integral = requires(T x) { x % 1; };
template <Integral auto V>
struct Only {
    static constexpr auto value = V;
};
template <Integral auto... Vs>
constexpr int sum = (0 + ... + Vs);

extern "C" __tile_global__ void test(int* out) {
    out[0] = Only<3>::value;
    out[1] = sum<1, 2l, char(5)>;
}
