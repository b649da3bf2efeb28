// case: inherited_protected_constructor_template
// spec: [namespace.udecl], [class.protected]
// arg: i32 = 5
// arg: out i32[2]
// expect: [5, 6]
// note: in a derived class a protected constructor template that it inherits makes its base.
struct B {
    int v;

protected:
    template <class T>
    __tile__ B(T t) : v(t) {}
};
struct D : B {
    using B::B;
    static __tile__ D make(int n) { return D(n); }
};
struct E : D {
    __tile__ E(int n) : D(D::make(n + 1)) {}
};

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = D::make(n).v;
    out[1] = E(n).v;
}
