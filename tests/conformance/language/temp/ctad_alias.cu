// case: ctad_alias
// spec: [over.match.class.deduct]
// arg: out i32[4]
// expect: [1, 1, 8, 1]
template <typename A, typename B>
constexpr bool same = false;
template <typename A>
constexpr bool same<A, A> = true;
template <typename T, typename U>
struct Pair {
    T a;
    U b;
    __tile__ Pair(T a, U b) : a(a), b(b) {}
};
template <typename T>
using Twin = Pair<T, T>;
template <typename U>
using IntAnd = Pair<int, U>;
template <typename T>
struct Agg {
    T v;
};
template <typename T>
using Alias = Agg<T>;

extern "C" __tile_global__ void test(int* out) {
    Twin t(1, 2);
    out[0] = same<decltype(t), Pair<int, int>>;
    IntAnd i(1, 2.0);
    out[1] = same<decltype(i), Pair<int, double>>;
    Alias a{1.0};
    out[2] = sizeof(a);
    IntAnd k('c', 'd');
    out[3] = same<decltype(k), Pair<int, char>>;
}
