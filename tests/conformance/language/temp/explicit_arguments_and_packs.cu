// case: explicit_arguments_and_packs
// spec: [temp.arg.explicit]
// arg: out i32[6]
// expect: [3, 2, 1, 11, 4, 0]
template <typename... Ts>
__tile__ int count(Ts...) {
    return sizeof...(Ts);
}
template <typename R, typename... Ts>
__tile__ int after(Ts...) {
    return sizeof...(Ts);
}
template <typename... Ts>
constexpr int first_size(Ts...) {
    int a[] = {static_cast<int>(sizeof(Ts))...};
    return a[0];
}
template <int N, typename T, int M = 10>
__tile__ int numbers(T) {
    return N + M;
}

extern "C" __tile_global__ void test(int* out) {
    out[0] = count<int, char>(1, 'a', 2.0);
    out[1] = after<void>(1, 2);
    out[2] = first_size<char>(65, 2);
    out[3] = numbers<1>(2.0);
    out[4] = numbers<1, int, 3>('x');
    out[5] = count<>();
}
