// case: default_arguments
// spec: [temp.param]
// arg: out i32[6]
// expect: [4, 16, 8, 8, 2, 5]
template <typename T = int, int N = sizeof(T), typename U = T[N]>
struct D {
    static constexpr int size = sizeof(U);
    static constexpr int n = N;
};
template <typename T, typename U>
struct E;
template <typename T, typename U = double>
struct E;
template <typename T = char, typename U>
struct E {
    static constexpr int size = sizeof(T) + sizeof(U) - 1;
};
template <typename T = short>
__tile__ int width(T = T()) {
    return sizeof(T);
}
template <int N = 5>
__tile__ int value() {
    return N;
}

extern "C" __tile_global__ void test(int* out) {
    out[0] = D<>::n;
    out[1] = D<>::size;
    out[2] = D<char, 8>::size;
    out[3] = E<>::size;
    out[4] = width();
    out[5] = value();
}
