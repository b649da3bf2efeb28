// case: ctad_aggregates
// spec: [over.match.class.deduct]
// arg: out i32[6]
// expect: [8, 1, 3, 1, 12, 5]
template <typename A, typename B>
constexpr bool same = false;
template <typename A>
constexpr bool same<A, A> = true;
template <typename T>
struct P {
    T a;
    T b;
};
template <typename T, int N>
struct Arr {
    T v[N];
};
template <typename F, typename G>
struct Both : F, G {
    using F::operator();
    using G::operator();
};
template <typename F, typename G>
Both(F, G) -> Both<F, G>;
template <typename T, typename U>
struct Inner {
    P<T> p;
    U u;
};

extern "C" __tile_global__ void test(int* out) {
    P p{1, 2};
    out[0] = sizeof(p);
    P q = {1.0f, 2.0f};
    out[1] = same<decltype(q), P<float>>;
    Arr a{{1, 2, 3}};
    out[2] = sizeof(a) / sizeof(int);
    Inner i{P{1, 2}, 'c'};
    out[3] = same<decltype(i), Inner<int, char>>;
    P d{.a = 3, .b = 4};
    out[4] = d.a * d.b;
    Both b{[](int) { return 5; }, [](char) { return 6; }};
    out[5] = b(0);
}
