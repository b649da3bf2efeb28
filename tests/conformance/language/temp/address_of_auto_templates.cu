// case: address_of_auto_templates
// spec: [over.over]/2, [temp.deduct.funcaddr]/2
// arg: out i32[6]
// expect: [8, 12, 4, 10, 4, 6]
// note: what a body returns is compared with the target after it has been deduced
template <int N> __tile__ auto times(int n) { return n * N; }
template <class T> __tile__ auto half(T n) { return n / 2; }
__tile__ int call(int (*f)(int), int n) { return f(n); }
template <class F> __tile__ int apply(F f, int n) { return f(n); }
extern "C" __tile_global__ void test(int* out) {
    out[0] = apply(times<2>, 4);
    out[1] = call(times<3>, 4);
    out[2] = call(half, 9);
    int (*five)(int) = times<5>;
    out[3] = five(2);
    out[4] = call(&half<int>, 8);
    auto same = half<int>;
    out[5] = same(12);
}
