// case: alignas
// spec: [dcl.align]/2, [basic.align]
// arg: out i32[6]
// expect: [16, 16, 8, 16, 32, 4]
struct alignas(16) V { float a; };
struct M { char c; alignas(8) char d; };
struct T { alignas(int) char c; };
template <int... Ns> struct Most { alignas(Ns...) char c; };
extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(V);
    out[1] = alignof(V);
    out[2] = __builtin_offsetof(M, d);
    out[3] = sizeof(M);
    out[4] = alignof(Most<4, 32, 8>);
    out[5] = alignof(T);
}
