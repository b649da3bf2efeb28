// case: pointer_conversions
// spec: [conv.ptr], [conv.bool]
// arg: out i32[5]
// expect: [2, 3, 2, 1, 5]
struct A { int a = 1; };
struct B { int b = 2; };
struct D : A, B { int d = 3; };

extern "C" __tile_global__ void test(int* out) {
    D d;
    B* b = &d;
    out[0] = b->b;
    out[1] = static_cast<D*>(b)->d;
    void* v = b;
    out[2] = static_cast<B*>(v)->b;
    D* none = nullptr;
    B* still = none;     // null stays null although B is not at offset 0
    out[3] = still == nullptr;
    out[4] = b ? 5 : 6;
}
