// case: constrained_parameters_of_all_forms
// spec: [temp.param]
// arg: out i32[5]
// arg: i32 = 3
// expect: [3, 4, 7, 2, 5]

template <class T> concept Small = sizeof(T) <= 4;
template <class T, class U> concept Same = __is_same(T, U);
template <Small T> __tile__ int f(T x) { return x; }
template <Same<int> T = int> __tile__ int g(T x) { return x + 1; }
template <Small auto N> __tile__ int h() { return N; }
template <Small... T> __tile__ int count(T...) { return sizeof...(T); }
__tile__ int abbreviated(Small auto x, Same<short> auto... rest) requires(sizeof...(rest) == 1) {
    return x + (rest + ...);
}

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = f(n);
    out[1] = g(n);
    out[2] = h<7>();
    out[3] = count(n, short(1));
    out[4] = abbreviated(n, short(2));
}
