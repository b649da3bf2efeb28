// case: right_angle_brackets
// spec: [temp.names]
// arg: out i32[4]
// expect: [4, 2, 1, 8]
template <typename T>
struct A {
    static constexpr int v = sizeof(T);
};
template <int N>
struct Num {
    static constexpr int v = N;
};
template <bool B, typename T = A<A<int>>>
struct C {
    static constexpr int v = T::v;
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = A<A<int>>::v + 3;
    out[1] = Num<(8 >> 2)>::v;
    out[2] = C<(2 > 1), A<A<A<char>>>>::v;
    out[3] = A<double>::v;
}
