// case: subsumption_with_value_placeholders
// spec: [temp.param], [temp.constr.order]
// arg: out i32[2]
// expect: [2, 1]
template <typename T>
concept Integral = requires(T t) { t % 1; };
template <auto V>
constexpr int f() {
    return 1;
}
template <Integral auto V>
constexpr int f() {
    return 2;
}

extern "C" __tile_global__ void test(int* out) {
    out[0] = f<3>();
    out[1] = f<nullptr>();
}
