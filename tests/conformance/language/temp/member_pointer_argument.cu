// case: member_pointer_argument
// spec: [temp.arg.nontype], [temp.deduct.type]
// arg: i32 = 4
// arg: out i32[3]
// expect: [4, 5, 9]
struct P {
    int x, y;
};
template <auto M>
struct Get;
template <typename C, typename T, T C::* M>
struct Get<M> {
    __tile__ static T of(C const& c) { return c.*M; }
};
template <int P::*M>
__tile__ int read(P const* p) {
    return p->*M;
}

extern "C" __tile_global__ void test(int n, int* out) {
    P p{n, n + 1};
    out[0] = Get<&P::x>::of(p);
    out[1] = Get<&P::y>::of(p);
    out[2] = read<&P::x>(&p) + read<&P::y>(&p);
}
