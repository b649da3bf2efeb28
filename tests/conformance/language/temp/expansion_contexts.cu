// case: expansion_contexts
// spec: [temp.variadic]
// arg: i32 = 2
// arg: out i32[12]
// expect: [6, 3, 2, 30, 12, 7, 9, 14, 5, 2, 4, 8]
template <int N>
struct B {
    int v;
    __tile__ B(int v = N) : v(v) {}
    __tile__ int get(B<N>*) const { return v; }
};
template <int... Ns>
struct D : B<Ns>... {
    using B<Ns>::get...;
    __tile__ D() {}
    __tile__ D(int x) : B<Ns>(x + Ns)... {}
    __tile__ int sum() const { return (0 + ... + B<Ns>::v); }
};
template <typename... T>
struct Count {
    static constexpr int n = sizeof...(T);
};
template <typename... T>
__tile__ int last(T... v) {
    int a[] = {v...};
    return a[sizeof...(v) - 1];
}
template <typename... T>
__tile__ int twice(T... v) {
    return last(v..., (v * 2)...);
}
template <typename... A>
struct Pair {
    template <typename... C>
    struct With {
        static constexpr int n = Count<Count<A, C>...>::n;
    };
};
template <typename... T>
__tile__ int captured(T... v) {
    auto f = [v...](int x) { return (x + ... + v); };
    return f(1);
}
template <typename... T>
__tile__ int captured_init(T... v) {
    auto f = [... w = v + 1] { return (0 + ... + w); };
    return f();
}
template <typename... T>
__tile__ int references(T&... v) {
    ((v += 1), ...);
    auto f = [&... r = v] { ((r *= 2), ...); };
    f();
    return (0 + ... + v);
}
template <unsigned... N>
__tile__ int aligned() {
    struct alignas(N...) S {
        char c;
    };
    return sizeof(S);
}
template <typename... T>
__tile__ int aligned_types() {
    alignas(T...) char c = 0;
    return alignof(decltype(c)) + 1;
}
template <typename... F>
struct Overload : F... {
    using F::operator()...;
};
template <typename... F>
Overload(F...) -> Overload<F...>;

extern "C" __tile_global__ void test(int n, int* out) {
    D<1, 2, 3> d;
    out[0] = d.sum();
    out[1] = d.get(static_cast<B<3>*>(nullptr));
    out[2] = d.get(static_cast<B<2>*>(nullptr));
    out[3] = 2 * D<1, 2, 3>(n + 1).sum();
    out[4] = twice(n, n + 1, n + 4);
    out[5] = captured(n, n * 2);
    out[6] = captured_init(n, n + 1, 1) + 0 * n;
    int a = n, b = n + 1;
    out[7] = references(a, b);
    Overload o{[](int) { return 5; }, [](char) { return 6; }};
    out[8] = o(1);
    out[9] = Pair<int, char>::With<short, long>::n;
    out[10] = Count<int, char, int, int>::n;
    out[11] = aligned<8>();
}
