// case: usable_in_constant_expressions
// spec: [expr.const]/3
// arg: i32 = 3
// arg: out i32[4]
// expect: [11, 10, 19, 10]
int const limit = 4;
struct S { static int const k = 5; static constexpr double d = 2.5; enum { e = 6 }; };
template <int N> __tile__ int f() { return N; }
template <class T> constexpr int rank_of = sizeof(T);
__tile__ int g(S const& s) {
    return f<s.k + s.e>();         // names of static members through any object
}

extern "C" __tile_global__ void test(int n, int* out) {
    int const local = 7;
    int a[local + limit] = {};
    out[0] = sizeof(a) / sizeof(int);
    out[1] = f<S::k>() + f<static_cast<int>(S::d * 2)>();
    out[2] = g(S()) + f<rank_of<double>>();
    int const runtime = n;         // const but no constant
    out[3] = runtime + f<local>();
}
