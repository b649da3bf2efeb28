// case: deduced_from_a_specialisation
// spec: [temp.arg.explicit]/4, [over.over]
// arg: out i32[4]
// expect: [3, 8, 5, 12]
// note: a template-id with all arguments names one function, from which its type is deduced

template <class T> __tile__ T plus_two(T t) { return t + 2; }
template <int N> __tile__ int times(int n) { return n * N; }
template <class F> __tile__ int apply(F f, int n) { return f(n); }
template <class R, class A> __tile__ R call(R (*f)(A), A a) { return f(a); }
template <class F> __tile__ int forwarded(F&& f, int n) { return f(n); }

extern "C" __tile_global__ void test(int* out) {
    out[0] = apply(plus_two<int>, 1);
    out[1] = apply(times<2>, 4);
    out[2] = call(plus_two<int>, 3);
    out[3] = forwarded(times<3>, 4);
}
