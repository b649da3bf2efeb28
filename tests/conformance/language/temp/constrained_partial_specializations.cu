// case: constrained_partial_specializations
// spec: [temp.spec.partial], [temp.spec.partial.order]
// arg: out i32[6]
// expect: [0, 1, 2, 3, 5, 4]
template <typename T>
concept HasSize = requires { T::size; };
template <typename T>
concept Sized4 = HasSize<T> && T::size == 4;
template <typename T>
struct Kind {
    static constexpr int v = 0;
};
template <HasSize T>
struct Kind<T> {
    static constexpr int v = 1;
};
template <Sized4 T>
struct Kind<T> {
    static constexpr int v = 2;
};
template <typename T>
struct Kind<T*> {
    static constexpr int v = 3;
};
template <HasSize T>
struct Kind<T*> {
    static constexpr int v = 5;
};
struct S2 {
    static constexpr int size = 2;
};
struct S4 {
    static constexpr int size = 4;
};
template <typename T>
constexpr int var = 0;
template <typename T>
    requires HasSize<T>
constexpr int var<T> = T::size;

extern "C" __tile_global__ void test(int* out) {
    out[0] = Kind<int>::v;
    out[1] = Kind<S2>::v;
    out[2] = Kind<S4>::v;
    out[3] = Kind<int*>::v;
    out[4] = Kind<S2*>::v;
    out[5] = var<S4>;
}
