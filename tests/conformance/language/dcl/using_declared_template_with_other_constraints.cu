// case: using_declared_template_with_other_constraints
// spec: [namespace.udecl]/14
// arg: out i32[8]
// expect: [2, 1, 2, 1, 4, 5, 7, 8]
template <class T>
concept Small = sizeof(T) <= 4;
struct A {
    template <class T>
        requires(sizeof(T) > 4)
    __tile__ constexpr int head(T) const { return 1; }
    template <class T>
    __tile__ constexpr int open(T) const { return 1; }
    template <class T>
    __tile__ constexpr int same(T) const { return 3; }
    template <Small T>
    __tile__ constexpr int type(T) const { return 5; }
    template <class T>
    __tile__ constexpr int trailing(T) const requires Small<T> { return 6; }
};
struct B : A {
    using A::head;
    using A::open;
    using A::same;
    using A::trailing;
    using A::type;
    template <class T>
        requires(sizeof(T) <= 4)
    __tile__ constexpr int head(T) const { return 2; }
    template <Small T>
    __tile__ constexpr int open(T) const { return 2; }
    template <class U>
    __tile__ constexpr int same(U) const { return 4; }
    template <class T>
        requires(sizeof(T) > 4)
    __tile__ constexpr int type(T) const { return 9; }
    template <class U>
    __tile__ constexpr int trailing(U) const requires Small<U> { return 7; }
};
template <class T>
struct C {
    __tile__ constexpr int f(int) const requires(sizeof(T) == 4) { return 8; }
};
template <class T>
struct D : C<T> {
    using C<T>::f;
    __tile__ constexpr int f(int) const requires(sizeof(T) == 8) { return 9; }
};
extern "C" __tile_global__ void test(int* out) {
    B b;
    out[0] = b.head(1);
    out[1] = b.head(1.0);
    out[2] = b.open(1);
    out[3] = b.open(1.0);
    out[4] = b.same(1);
    out[5] = b.type(1);
    out[6] = b.trailing(1);
    out[7] = D<int>().f(1);
}
