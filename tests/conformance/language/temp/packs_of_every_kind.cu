// case: packs_of_every_kind
// spec: [temp.variadic], [temp.param]
// arg: out i32[6]
// expect: [3, 6, 2, 1, 15, 3]
template <typename T>
struct A {
    static constexpr int v = 1;
};
template <typename T>
struct B {
    static constexpr int v = 2;
};
template <typename... Ts>
constexpr int types = sizeof...(Ts);
template <int... Ns>
constexpr int sum = (Ns + ... + 0);
template <template <typename> class... Cs>
constexpr int templates = sizeof...(Cs);
template <template <typename> class... Cs>
constexpr int product = (Cs<int>::v * ...);
template <typename... Ts>
struct Values {
    template <Ts... Vs>
    static constexpr int total() {
        return (0 + ... + static_cast<int>(Vs));
    }
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = types<int, void, int&>;
    out[1] = sum<1, 2, 3>;
    out[2] = templates<A, B>;
    out[3] = product<A, A>;
    out[4] = Values<int, char, long>::total<4, '\7', 4>();
    out[5] = types<A<int>, B<int>, A<char>>;
}
