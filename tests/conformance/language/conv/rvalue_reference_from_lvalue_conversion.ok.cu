// case: rvalue_reference_from_lvalue_conversion
// spec: [dcl.init.ref]/5
// arg: out i32[2]
// expect: [1, 2]
// A reference to const takes the lvalue, and one of a prvalue binds to it.
struct A { int v; };
struct B {
    A a;
    constexpr operator A&() { return a; }
};
struct P {
    constexpr operator A() const { return {2}; }
};
constexpr int f(const A&) { return 1; }
constexpr int f(int) { return 2; }
extern "C" __tile_global__ void test(int* out) {
    B b{{1}};
    const A& r = b;
    A&& q = P{};
    out[0] = r.v;
    out[1] = q.v;
}
