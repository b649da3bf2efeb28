// case: empty_base_layout
// spec: [intro.object]/8
// arg: out i32[6]
// expect: [4, 8, 1, 2, 12, 4]
// note: an empty base takes no room, unless another object of its type is there already.
struct E {};
struct F {};
struct D : E { int a; };
struct S : E { E e; int a; };
struct G : E, F {};
struct H : G, D { char c; };
struct P { E a; F b; };
extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(D);
    out[1] = sizeof(S);
    out[2] = sizeof(G);
    out[3] = sizeof(P);
    out[4] = sizeof(H);
    out[5] = __builtin_offsetof(S, a);
}
