// case: object_of_a_static_member_not_constant
// spec: [expr.ref]/1, [expr.const]/5
// reject: E0570 the call that gives the object is evaluated too
struct S {
    static __tile__ constexpr int f() { return 1; }
};
__tile__ S make() { return S(); }
constexpr int value = make().f();
extern "C" __tile_global__ void test(int* out) { *out = value; }
