// case: wrong_aliases_of_the_host_are_not_needed
// spec: [basic.lookup.unqual]
// arg: out i32[1]
// expect: [3]
using F = Unknown;
using G = F;
F h;
G host(G, F*);
struct S {
    G member(F);
};
__tile__ int twice(int x) { return 2 * x; }
extern "C" __tile_global__ void test(int* out) { *out = twice(1) + 1; }
