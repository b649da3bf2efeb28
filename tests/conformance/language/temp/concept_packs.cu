// case: concept_packs
// spec: [temp.param], [temp.constr.decl]
// arg: out i32[7]
// expect: [1, 2, 1, 0, 1, 0, 3]
template <typename T>
concept Small = sizeof(T) <= 2;
template <typename T, typename... U>
concept AnyOf = (__is_same(T, U) || ...);
template <typename... T>
concept AllSmall = (Small<T> && ...);
template <Small... T>
constexpr int f(T...) {
    return 1;
}
template <typename... T>
constexpr int f(T...) {
    return 2;
}
template <AnyOf<int, char> T>
constexpr int g(T) {
    return 3;
}

extern "C" __tile_global__ void test(int* out) {
    out[0] = f('a', short(1));
    out[1] = f('a', 1);
    out[2] = AllSmall<char, short>;
    out[3] = AllSmall<char, int>;
    out[4] = AnyOf<int, char, int>;
    out[5] = AnyOf<int>;
    out[6] = g('x');
}
