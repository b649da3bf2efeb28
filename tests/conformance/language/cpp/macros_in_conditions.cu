// case: macros_in_conditions
// spec: [cpp.cond]
// arg: out i32[4]
// expect: [1, 2, 3, 4]
// note: macros are replaced before the condition is computed, but not the operand of defined; a replacement may give `defined`.
#define VERSION(major, minor) ((major) * 100 + (minor))
#define CURRENT VERSION(13, 3)
#define EMPTY
#define HAS_CURRENT defined(CURRENT)
#define LOOP LOOP

extern "C" __tile_global__ void test(int* out) {
#if CURRENT >= VERSION(13, 0) && CURRENT < VERSION(14, 0)
    out[0] = 1;
#endif
#if EMPTY 1 EMPTY && defined EMPTY
    out[1] = 2;
#endif
#if HAS_CURRENT
    out[2] = 3;
#endif
#if LOOP == 0 && defined LOOP
    out[3] = 4;
#endif
}
