// case: array_without_elements
// spec: [dcl.array]
// arg: i32 = 5
// arg: out i32[3]
// expect: [8, 4, 7]
// note: GNU's extension, as the host compilers of nvcc have it: no size, but the alignment of its elements
struct Header {
    int n;
    double tail[0];
};
struct Plain {
    int n;
    int tail[0];
};
extern "C" __tile_global__ void test(int n, int* out) {
    Plain plain{n};
    out[0] = sizeof(Header);
    out[1] = sizeof(Plain);
    out[2] = plain.n + 2;
}
