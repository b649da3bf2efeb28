// case: floating_argument
// spec: [temp.param], [temp.arg.nontype]
// arg: f32 = 3.0
// arg: out f32[3]
// expect: [7.5, 1, 0]
template <float F>
__tile__ float times(float x) {
    return F * x;
}
template <double A, double B>
constexpr bool same = false;
template <double A>
constexpr bool same<A, A> = true;

extern "C" __tile_global__ void test(float x, float* out) {
    out[0] = times<2.5f>(x);
    out[1] = same<0.5, 1.0 / 2>;
    out[2] = same<0.0, -0.0>;
}
