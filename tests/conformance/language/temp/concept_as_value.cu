// case: concept_as_value
// spec: [temp.names], [expr.prim.id]
// arg: out i32[4]
// expect: [1, 0, 2, 4]
template <typename T, int N>
concept Fits = sizeof(T) <= N;
template <typename T>
constexpr int pick() {
    if constexpr (Fits<T, 2>)
        return 2;
    else
        return 4;
}
static_assert(Fits<char, 1> && !Fits<int, 1>);

extern "C" __tile_global__ void test(int* out) {
    out[0] = Fits<int, 4>;
    out[1] = Fits<int, 3>;
    out[2] = pick<short>();
    out[3] = pick<int>();
}
