// case: dynamic_cast_to_base
// spec: [expr.dynamic.cast]/5 an upcast gives an xvalue of a reference to an rvalue, and drops the target's own const
// arg: out i32[1]
// expect: [3]
struct B {
    int b = 3;
};
struct A : B {};
union U {
    int i;
};
static_assert(__is_same(decltype(dynamic_cast<A&&>(*(A*)0)), A&&));
static_assert(__is_same(decltype(dynamic_cast<B&&>(*(A*)0)), B&&));
static_assert(__is_same(decltype(dynamic_cast<B* const>((A*)0)), B*));
static_assert(__is_same(decltype(dynamic_cast<U*>((U*)0)), U*));
extern "C" __tile_global__ void test(int* p) {
    A a;
    *p = dynamic_cast<B* const>(&a)->b;
}
