// case: overflow_builtins_of_128_bits
// spec: [expr.const], [expr.pre]/4
// arg: out i32[8]
// expect: [3, 1, 1, 1, 0, 1, 0, 1]
using Wide = __int128;
using Unsigned = unsigned __int128;
constexpr int sum() { Wide r = 0; bool lost = __builtin_add_overflow((Wide)1, 2, &r); return (int)r + 100 * lost; }
constexpr bool narrowed() { long r = 0; return __builtin_mul_overflow((Wide)1 << 40, (Wide)1 << 40, &r); }
constexpr bool below() { Unsigned r = 0; return __builtin_sub_overflow(1, 2, &r); }
constexpr bool product() { Wide r = 0; return __builtin_mul_overflow((Wide)1 << 100, 1 << 27, &r); }
constexpr bool least_product() { Wide r = 0; return __builtin_mul_overflow(-((Wide)1 << 100), 1 << 27, &r); }
constexpr bool negative() { Unsigned r = 0; return __builtin_mul_overflow((Unsigned)3, -1, &r); }
constexpr bool fits() { Unsigned r = 0; return __builtin_mul_overflow((Unsigned)3, ~(Unsigned)0 / 3, &r) || r != ~(Unsigned)0; }
constexpr bool beyond() { Wide r = 0; return __builtin_add_overflow(~(Unsigned)0 / 2, (Unsigned)1, &r); }
extern "C" __tile_global__ void test(int* out) {
    constexpr int first = sum();
    constexpr bool all[] = {narrowed(), below(), product(), least_product(), negative(), fits(), beyond()};
    out[0] = first;
    out[1] = all[0];
    out[2] = all[1];
    out[3] = all[2];
    out[4] = all[3];
    out[5] = all[4];
    out[6] = all[5];
    out[7] = all[6];
}
