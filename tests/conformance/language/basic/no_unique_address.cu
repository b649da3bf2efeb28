// case: no_unique_address
// spec: [dcl.attr.nouniqueaddr], [intro.object]/8
// arg: out i32[3]
// expect: [4, 8, 8]
struct Empty {};
struct Plain { Empty e; int a; };
struct Packed { [[no_unique_address]] Empty e; int a; };
struct Two { [[no_unique_address]] Empty e; [[no_unique_address]] Empty f; int a; char c; };
extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(Packed);
    out[1] = sizeof(Plain);
    out[2] = sizeof(Two);
}
