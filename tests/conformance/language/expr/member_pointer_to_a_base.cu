// case: member_pointer_to_a_base
// spec: [expr.static.cast]/12, [expr.mptr.oper]/4
// arg: i32 = 1
// arg: out i32[7]
// expect: [4, 1, 1, 5, 9, 25, 1]
struct A { int x = 1, y = 2; };
struct B { int z = 3, w = 4; __tile__ int f() { return z * 3; } };
struct C : A, B { int v = 5; __tile__ int g() { return v * v; } };
constexpr int B::*known = static_cast<int B::*>(&C::v);
constexpr C whole;
static_assert(static_cast<const B&>(whole).*known == 5);

extern "C" __tile_global__ void test(int one, int* out) {
    C c;
    B& b = c;
    int C::*n = &B::w;
    int B::*m = static_cast<int B::*>(n);
    out[0] = b.*m;
    out[1] = (int B::*)n == &B::w;
    out[2] = static_cast<int A::*>((int C::*)nullptr) == nullptr;
    int B::*of_derived = static_cast<int B::*>(one ? &C::v : &C::w);
    out[3] = b.*of_derived;               // the object is one of a C
    int (C::*f)() = &B::f;
    out[4] = (b.*static_cast<int (B::*)()>(f))();
    int (B::*g)() = static_cast<int (B::*)()>(&C::g);
    out[5] = (b.*g)();
    const int B::*q = static_cast<const int B::*>(n);
    out[6] = &(b.*q) == &c.w;
}
