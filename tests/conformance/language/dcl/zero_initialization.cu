// case: zero_initialization
// spec: [dcl.init.general]/6, [dcl.init.general]/9
// arg: i32 = 1
// arg: out i32[5]
// expect: [1, 3, 42, 0, 10]
struct P { int a; float f; int* p; bool b; };
struct HasDefault { int n; int k = 3; };
struct Ctor { int n; __tile__ Ctor() : n(4) {} int untouched = 2; };
enum E { e0, e1 };

extern "C" __tile_global__ void test(int n, int* out) {
    P p = P();
    out[0] = p.a + static_cast<int>(p.f) + (p.p == nullptr) + p.b;
    HasDefault h{};
    out[1] = h.n * 10 + h.k;
    Ctor c{};
    out[2] = c.n * 10 + c.untouched;
    int a[2][2]{};
    E e{};
    out[3] = a[1][1] + e + int{} + float{};
    P ps[2]{{n}};
    out[4] = ps[0].a * 10 + ps[1].a;
}
