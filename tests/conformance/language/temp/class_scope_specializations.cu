// case: class_scope_specializations
// spec: [temp.expl.spec], [temp.spec.partial]
// arg: out i32[5]
// expect: [0, 1, 2, 3, 4]
struct Outer {
    template <typename T>
    struct Kind {
        static constexpr int v = 0;
    };
    template <typename T>
    struct Kind<T*> {
        static constexpr int v = 1;
    };
    template <>
    struct Kind<char> {
        static constexpr int v = 2;
    };
    template <typename T>
    static constexpr int var = 0;
    template <typename T>
    static constexpr int var<T&> = 3;
};
template <typename T>
struct Templated {
    template <typename U, int N = 0>
    struct In {
        static constexpr int v = 0;
    };
    template <typename U>
    struct In<U, 2> {
        static constexpr int v = sizeof(T);
    };
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = Outer::Kind<int>::v;
    out[1] = Outer::Kind<int*>::v;
    out[2] = Outer::Kind<char>::v;
    out[3] = Outer::var<int&>;
    out[4] = Templated<float>::In<char, 2>::v;
}
