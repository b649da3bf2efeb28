// case: null_member_pointer_of_a_derived_class
// spec: [conv.mem]/2, [conv.mem]/1
// arg: i32 = 1
// arg: out i32[5]
// expect: [1, 1, 2, 1, 1]
struct A { int a = 1; __tile__ int f() { return a; } };
struct B { int b = 2; __tile__ int g() { return b; } };
struct M : A, B { int m = 3; };

extern "C" __tile_global__ void test(int one, int* out) {
    int B::*none = nullptr;
    int B::*some = one ? &B::b : nullptr;
    int M::*m = none;                 // null stays null although B is not at offset 0
    out[0] = m == nullptr;
    int (B::*f)() = one ? nullptr : &B::g;
    int (M::*g)() = f;
    out[1] = !g;
    M x;
    out[2] = x.*static_cast<int M::*>(some);
    m = some;
    out[3] = m == &M::b;
    out[4] = m != nullptr;
}
