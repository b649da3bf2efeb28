// case: enum_values
// spec: [dcl.enum]/2
// arg: out i32[6]
// expect: [0, 5, 6, -1, 0, 12]
enum E { a, b = 5, c, d = -1, e, f = b + c + 1 };
extern "C" __tile_global__ void test(int* out) {
    out[0] = a; out[1] = b; out[2] = c; out[3] = d; out[4] = e; out[5] = f;
}
