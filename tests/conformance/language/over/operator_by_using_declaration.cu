// case: operator_by_using_declaration
// spec: [over.match.funcs]/4, [namespace.udecl]/15
// arg: out i32[3]
// expect: [1, 2, 1]
// A using-declaration makes an operator a member of the class, whose objects it takes without a conversion.
template <int n> struct sz {
    char c[n];
};
struct A {
    sz<1> operator-() const;
};
struct U : A {
    using A::operator-;
};
struct V : A {};
template <class T> sz<2> operator-(const T&);
struct X {
    constexpr int operator-(const int (*const&)[3]) const { return 1; }
};
template <class T> constexpr int operator-(const X&, T) { return 2; }
constexpr int qualified() {
    int a[3] = {};
    return X() - &a;
}
static_assert(qualified() == 2);
extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(-U{});
    out[1] = sizeof(-V{});
    const int a[3] = {};
    const int (*const p)[3] = &a;
    out[2] = X() - p;
}
