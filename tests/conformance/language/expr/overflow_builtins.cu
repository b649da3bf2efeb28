// case: overflow_builtins
// spec: [expr.const], [expr.pre]/4
// arg: i32 = 2147483647
// arg: i64 = -9223372036854775807
// arg: out i32[6]
// arg: out i64[3]
// expect: [1, -2147483648, 0, 2147483646, 1, 44]
// expect: [1, 9223372036854775807, 0]
// note: GCC's functions store the low bits and say whether the exact result differs
constexpr int product(int a, int b) {
    int r = 0;
    return __builtin_mul_overflow(a, b, &r) ? -1 : r;
}
static_assert(product(3, -4) == -12 && product(1 << 30, 4) == -1);
constexpr bool mixed() {
    long long r = 0;
    unsigned u = 0;
    unsigned long long q = 0;
    return !__builtin_mul_overflow(1ull << 32, -2, &r) && r == -(1ll << 33)
        && __builtin_sub_overflow(1, 2, &u) && u == ~0u
        && __builtin_mul_overflow(~0ull, ~0ull, &q) && q == 1
        && !__builtin_mul_overflow(-1ll, -1, &q) && q == 1
        && __builtin_add_overflow(~0ull, 1, &r) && r == 0
        && !__builtin_sub_overflow(0ull, 5, &r) && r == -5;
}
static_assert(mixed());
constexpr bool typed() {
    int r = 0;
    long l = 0;
    unsigned u = 0;
    unsigned long long q = 0;
    return __builtin_sadd_overflow(2147483647, 1, &r) && r == -2147483647 - 1
        && !__builtin_smull_overflow(5l, 6l, &l) && l == 30
        && __builtin_umul_overflow(65536u, 65536u, &u) && u == 0
        && __builtin_usubll_overflow(0, 1, &q) && q == ~0ull;
}
static_assert(typed());

extern "C" __tile_global__ void test(int x, long long y, int* out, long long* longs) {
    out[0] = __builtin_add_overflow(x, 1, &out[1]);
    out[2] = __builtin_sub_overflow(x, 1, &out[3]);
    unsigned char small;
    out[4] = __builtin_add_overflow(200, 100, &small);
    out[5] = small;
    longs[0] = __builtin_mul_overflow(y, 3, &longs[1]);
    longs[1] = 0;
    longs[2] = __builtin_mul_overflow(y, -1, &longs[1]);
}
