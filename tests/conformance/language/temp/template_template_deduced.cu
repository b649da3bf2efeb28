// case: template_template_deduced
// spec: [temp.deduct.type]
// arg: out i32[4]
// expect: [12, 4, 24, 3]
template <typename T, int N>
struct Vec {
    T v[N];
};
template <typename T>
struct Box {
    T v;
};
template <template <typename, int> class C, typename T, int N>
__tile__ int measure(C<T, N> const&) {
    return N * sizeof(T);
}
template <template <typename...> class C, typename... Ts>
__tile__ int measure(C<Ts...> const&) {
    return (0 + ... + sizeof(Ts));
}
template <typename T>
struct Rebind;
template <template <typename, int> class C, typename T, int N>
struct Rebind<C<T, N>> {
    using type = C<double, N>;
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = measure(Vec<int, 3>{});
    out[1] = measure(Box<float>{});
    out[2] = measure(Rebind<Vec<char, 3>>::type{});
    out[3] = measure(Vec<char, 3>{});
}
