// case: deduced_from_an_auto_specialisation
// spec: [temp.arg.explicit]/4, [temp.deduct.funcaddr]/2
// arg: out i32[1]
// expect: [8]
// note: the return type follows from the body of the one specialisation that is named

template <int N> __tile__ auto times(int n) { return n * N; }
template <class F> __tile__ int apply(F f, int n) { return f(n); }

extern "C" __tile_global__ void test(int* out) { out[0] = apply(times<2>, 4); }
