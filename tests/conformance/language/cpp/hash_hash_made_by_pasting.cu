// case: hash_hash_made_by_pasting
// spec: [cpp.concat]
// arg: i32 = 2
// arg: out i32[3]
// expect: [7, 35, 120]
// note: `##` that pasting makes, or an argument brings, is not an operator: join(x, y) is "x ## y".
#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)

extern "C" __tile_global__ void test(int i, int* out) {
    out[0] = sizeof(join(x, y));
    out[1] = join(x, y)[i];
    out[2] = join(x, y)[i - 2];
}
