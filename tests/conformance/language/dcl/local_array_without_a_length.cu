// case: local_array_without_a_length
// spec: [dcl.array]/7, [basic.def]/5
// reject: E0308 the array of classes has neither a length nor an initialiser
struct S { int v = 1; };
extern "C" __tile_global__ void test(int* out) {
    S r[];
    *out = r[0].v;
}
