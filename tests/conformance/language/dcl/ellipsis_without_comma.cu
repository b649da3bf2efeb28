// case: ellipsis_without_comma
// spec: [dcl.fct]/3
// accept: behind a type that names no pack it is that of C
template <int N> struct I { static constexpr int v = N; };
template <class T> I<1> f(T...);
template <class... T> I<2> g(T...);
template <class T> I<3> h(int (*)(T...));
int variadic(int...);
static_assert(decltype(f(1, 'a', 2.0))::v == 1 && decltype(g(1, 'a'))::v == 2);
static_assert(decltype(h<int>(variadic))::v == 3);
template <class T> struct S {
    S(T, int, int);
    S();
};
template <class T> S(T...) -> S<T>;
static_assert(sizeof(S(1, 2, 3)) == 1);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
