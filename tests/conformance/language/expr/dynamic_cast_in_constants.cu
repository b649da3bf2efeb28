// case: dynamic_cast_in_constants
// spec: [expr.dynamic.cast]/8, [expr.const]/5
// arg: out i32[1]
// expect: [3124]
// A constant evaluation knows the class of each object.
struct A {
    virtual constexpr ~A() {}
    int a = 1;
};
struct B {
    virtual constexpr ~B() {}
    int b = 2;
};
struct C : A {
    constexpr ~C() {}
    int c = 3;
};
struct D : C, B {
    constexpr ~D() {}
    int d = 4;
};
struct P : A {
    constexpr ~P() {}
};
struct Q : A, private B {
    constexpr ~Q() {}
};
constexpr int casts() {
    D d;
    A* a = &d;
    return dynamic_cast<D*>(a)->d + dynamic_cast<B*>(a)->b * 10 + (dynamic_cast<P*>(a) == nullptr) * 100 +
           dynamic_cast<C&>(*a).c * 1000;
}
constexpr bool to_whole() {
    D d;
    B& b = d;
    return dynamic_cast<void*>(&b) == &d;
}
constexpr bool private_base() {
    Q q;
    A* a = &q;
    return dynamic_cast<B*>(a) == nullptr && dynamic_cast<Q*>(a) == &q;
}
constexpr bool null() {
    A* a = nullptr;
    return dynamic_cast<D*>(a) == nullptr;
}
static_assert(casts() == 3124 && to_whole() && private_base() && null());
extern "C" __tile_global__ void test(int* out) {
    constexpr int n = casts();
    *out = n;
}
