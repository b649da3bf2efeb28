// case: layout
// spec: [class.mem]/19, [basic.align], [expr.alignof]
// arg: out i32[10]
// expect: [12, 4, 4, 8, 16, 8, 24, 8, 1, 1]
struct A { char a; int b; char c; };
struct B { char a; double b; };
struct C { A a; B b[0 + 1]; };
struct E {};
extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(A);
    out[1] = alignof(A);
    out[2] = __builtin_offsetof(A, b);
    out[3] = __builtin_offsetof(A, c);
    out[4] = sizeof(B);
    out[5] = alignof(B);
    out[6] = sizeof(B[1]) + __builtin_offsetof(B, b);
    out[7] = __builtin_offsetof(B, b);
    out[8] = sizeof(E);
    out[9] = alignof(E);
}
