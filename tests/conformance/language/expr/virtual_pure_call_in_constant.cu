// case: virtual_pure_call_in_constant
// spec: [expr.const]/5
// accept: the static assertions hold
struct A {
    constexpr virtual int f() const = 0;
    constexpr int g() const { return f(); }
};
struct B : A {
    constexpr int f() const override { return 3; }
};
static_assert(B{}.g() == 3);
extern "C" __tile_global__ void test(int *p) {}
