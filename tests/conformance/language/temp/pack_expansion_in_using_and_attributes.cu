// case: pack_expansion_in_using_and_attributes
// spec: [temp.variadic], [namespace.udecl]
// arg: i32 = 3
// arg: out i32[4]
// expect: [3, 8, 16, 2]
template <int N>
struct B {
    int v;
    __tile__ B(int v, B<N>*) : v(v) {}
    struct type {
        char c[N];
    };
};
template <typename... T>
struct D : T... {
    using T::T...;
};
template <typename... T>
struct alignas(T...) Aligned {
    char c;
};
template <typename... T>
[[maybe_unused]] __tile__ int ignored([[maybe_unused]] T... v) {
    return sizeof...(v);
}

extern "C" __tile_global__ void test(int n, int* out) {
    D<B<1>> d(n, static_cast<B<1>*>(nullptr));
    out[0] = d.v;
    out[1] = alignof(Aligned<char, double, int>);
    out[2] = sizeof(Aligned<char, double>) * 2;
    out[3] = ignored(n, 1);
}
