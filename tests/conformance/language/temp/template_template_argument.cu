// case: template_template_argument
// spec: [temp.arg.template], [temp.param]
// arg: out i32[7]
// expect: [1, 2, 3, 4, 2, 12, 4]
template <typename T>
struct One {
    static constexpr int v = 1;
};
template <typename T, typename U = int>
struct Two {
    static constexpr int v = 2;
};
template <typename... Ts>
struct Many {
    static constexpr int v = 3;
    static constexpr int n = sizeof...(Ts);
};
template <typename T, int N = 4>
struct Sized {
    static constexpr int v = N;
};
template <template <typename> class C>
constexpr int apply = C<float>::v;
template <template <typename...> class C, typename... Ts>
constexpr int count = C<Ts...>::n;
template <template <typename, auto> typename C>
constexpr int number = C<int, 12>::v;
template <typename T, template <typename> class C = One>
struct Default {
    static constexpr int v = C<T>::v + 3;
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = apply<One>;
    out[1] = apply<Two>;
    out[2] = apply<Many>;
    out[3] = apply<Sized>;
    out[4] = count<Many, int, char>;
    out[5] = number<Sized>;
    out[6] = Default<int>::v;
}
