// case: alignas_takes_the_strictest
// spec: [dcl.align]
// arg: out i32[3]
// arg: i32 = 1
// expect: [32, 8, 64]

struct alignas(4) alignas(32) alignas(8) A { char c; };
struct B { alignas(double) char c; char d; };

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = alignof(A) * n;
    out[1] = alignof(B);
    out[2] = sizeof(A[2]);
}
