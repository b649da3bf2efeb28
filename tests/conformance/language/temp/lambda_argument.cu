// case: lambda_argument
// spec: [temp.arg.nontype], [expr.prim.lambda.closure]
// arg: i32 = 4
// arg: out i32[3]
// expect: [13, 8, 16]
template <auto F>
struct Op {
    __tile__ static int apply(int x) { return F(x); }
};
constexpr auto twice = [](int x) { return 2 * x; };
template <auto... Fs>
__tile__ int chain(int x) {
    ((x = Fs(x)), ...);
    return x;
}

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = Op<[](int x) { return 3 * x + 1; }>::apply(n);
    out[1] = Op<twice>::apply(n);
    out[2] = chain<twice, twice>(n);
}
