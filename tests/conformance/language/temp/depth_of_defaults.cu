// case: depth_of_defaults
// spec: [temp.param], [implimits]
// reject: E0407 each default argument needs the next
template <typename T, typename U = typename T::template next<T>::type>
struct D {
    using type = U;
};
template <int N>
struct S {
    template <typename T>
    struct next {
        using type = typename D<S<N + 1>>::type;
    };
};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(D<S<0>>); }
