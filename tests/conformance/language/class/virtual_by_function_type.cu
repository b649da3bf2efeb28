// case: virtual_by_function_type
// spec: [class.virtual]/2, [dcl.fct]/13
// arg: out i32[3]
// expect: [2, 8, 10]
using F = int() const;
using G = int(int);
using H = int();
struct A {
    __tile__ virtual F f;
    __tile__ virtual G g;
    __tile__ virtual H h = 0;
};
__tile__ int A::f() const { return 1; }
__tile__ int A::g(int x) { return x + 1; }
struct B : A {
    __tile__ int f() const override { return 2; }
    __tile__ G g;
    __tile__ int h() override { return 10; }
};
__tile__ int B::g(int x) { return x + 5; }
static_assert(__is_abstract(A) && !__is_abstract(B) && __is_polymorphic(A));

extern "C" __tile_global__ void test(int* out) {
    B b;
    out[0] = b.f();
    out[1] = b.g(3);
    out[2] = b.h();
}
