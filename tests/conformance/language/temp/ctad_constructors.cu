// case: ctad_constructors
// spec: [over.match.class.deduct]
// arg: i32 = 3
// arg: out i32[8]
// expect: [4, 8, 1, 12, 6, 1, 8, 2]
template <typename T, int N>
struct Fixed {
    T v[N];
};
template <typename T, typename... U>
Fixed(T, U...) -> Fixed<T, 1 + sizeof...(U)>;
template <typename T, typename U = char>
struct Pair {
    T a;
    U b;
    __tile__ Pair(T a) : a(a), b() {}
    __tile__ Pair(T a, U b) : a(a), b(b) {}
    template <typename V>
    __tile__ Pair(V v, T a, U* b) : a(a), b(*b) {}
};
template <typename A, typename B>
constexpr bool same = false;
template <typename A>
constexpr bool same<A, A> = true;
template <typename T = double>
struct Def {
    T v = 8;
};
template <typename T>
struct Nested {
    template <typename U>
    struct In {
        U u;
        __tile__ In(U u) : u(u) {}
    };
    __tile__ int own(T x) {
        Nested n(*this);
        return sizeof(n);
    }
    T v;
};

extern "C" __tile_global__ void test(int n, int* out) {
    Pair p(n);
    out[0] = sizeof(p.a);
    Pair q(2.0, n);
    out[1] = sizeof(q.a);
    double d = 1;
    Pair r(1, 'c', &d);
    out[2] = same<decltype(r), Pair<char, double>>;
    Fixed f{1, 2, 3};
    out[3] = sizeof(f);
    Nested<int>::In i(1.5f);
    out[4] = static_cast<int>(i.u * 4);
    Pair copy = p;
    out[5] = same<decltype(copy), Pair<int, char>>;
    Def x;
    out[6] = static_cast<int>(x.v);
    Def y{short(2)};
    out[7] = sizeof(y.v);
}
