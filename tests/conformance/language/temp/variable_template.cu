// case: variable_template
// spec: [temp.pre], [temp.expl.spec]
// arg: i32 = 1
// arg: out i32[5]
// expect: [4, 3, 8, 20, 5]
template <typename T>
constexpr T pi = T(3.1415926535897932385L);
template <typename T, int N = 2>
inline constexpr int size = N * sizeof(T);
template <>
inline constexpr int size<char, 9> = 5;
template <int... N>
constexpr int squares[] = {N * N...};
struct S {
    template <typename T>
    static constexpr int width = sizeof(T);
};

extern "C" __tile_global__ void test(int i, int* out) {
    out[0] = S::width<float>;
    out[1] = pi<int>;
    out[2] = size<int>;
    out[3] = squares<3, 4, 2>[i] + squares<2, 2>[i];
    out[4] = size<char, 9>;
}
