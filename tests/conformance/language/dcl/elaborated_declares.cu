// case: elaborated_declares
// spec: [dcl.type.elab]/1
// accept: the static assertions hold
struct A {
    struct B *p;
};
struct B {
    int v;
};
static_assert(__is_same(decltype(A::p), B *));
extern "C" __tile_global__ void test(int *p) {}
