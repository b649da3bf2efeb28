// case: linkage_c
// spec: [dcl.link]/1, [basic.link]
// arg: i32 = 4
// arg: out i32[2]
// expect: [5, 6]
extern "C" {
__tile__ int plus_one(int n) { return n + 1; }
namespace n { __tile__ int plus_two(int n) { return n + 2; } }
}
extern "C++" { __tile__ int plus_one(char) { return 0; } }
extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = plus_one(n);
    out[1] = n::plus_two(n);
}
