// case: inheriting_constructors
// spec: [class.inhctor.init], [namespace.udecl]
// arg: i32 = 9
// arg: out i32[6]
// expect: [9, 7, 18, 5, 2, 42]
// note: an inherited constructor initialises the base; members take their default initialisers.
struct Base {
    int a, b;
    __tile__ Base(int a) : a(a), b(2) {}
    __tile__ Base(int a, int b) : a(a), b(b) {}
    template <typename T>
    __tile__ Base(T* p, int k) : a(*p + k), b(0) {}
};
struct Derived : Base {
    using Base::Base;
    int extra = 7;
};
struct Hiding : Base {
    using Base::Base;
    __tile__ Hiding(int a) : Base(a, 5) {}
};

extern "C" __tile_global__ void test(int n, int* out) {
    Derived d(n);
    out[0] = d.a;
    out[1] = d.extra;
    Derived two(n, 2 * n);
    out[2] = two.b;
    Hiding h(n);
    out[3] = h.b;
    out[4] = d.b;
    Derived p(&n, 33);
    out[5] = p.a;
}
