// case: macros_in_kernels
// spec: [cpp.replace]
// arg: out i32[4]
// expect: [14, 6, 3, 42]
// flags: -DFROM_COMMAND_LINE=42
#define SQUARE(x) ((x) * (x))
#define COUNT(...) COUNT_(__VA_ARGS__, 4, 3, 2, 1)
#define COUNT_(a, b, c, d, n, ...) n
#define REPEAT(body) body body

extern "C" __tile_global__ void test(int* out) {
    out[0] = SQUARE(1) + SQUARE(2) + SQUARE(2 + 1);
    int n = 0;
    REPEAT(n += 3;)
    out[1] = n;
    out[2] = COUNT(a, b, c);
    out[3] = FROM_COMMAND_LINE;
}
