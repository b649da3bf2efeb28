// case: has_builtin
// spec: [cpp.cond] GNU: `__has_builtin` tells which built-in functions there are
// arg: out i32[6]
// arg: i32 = 4
// expect: [4, 1, 5, 1, 0, 1]
#include "cuda_tile.h"

#if defined(__has_builtin) && __has_builtin(__builtin_expect)
#define LIKELY(x) __builtin_expect(!!(x), 1)
#else
#error "no __builtin_expect"
#endif
#if !__has_builtin(__builtin_assume) || !__has_builtin(__builtin_unreachable)
#error "no assumptions"
#endif
#if !__has_builtin(__is_same) || !__has_builtin(__builtin_bit_cast)
#error "no traits"
#endif
#if __has_builtin(__builtin_frobnicate) || __has_builtin(test) || __has_builtin(int)
#error "there is no such built-in"
#endif
#define NAME __builtin_constant_p
#if !__has_attribute(noreturn) || __has_attribute(frobnicate)
#error "attributes"
#endif

__tile__ inline int sign(int n) {
    __builtin_assume(n != -7);
    switch (n > 0) {
    case 0: return 0;
    case 1: return 1;
    }
    __builtin_unreachable();
}

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = __builtin_expect(n, 3);
    out[1] = LIKELY(n > 2);
    out[2] = __builtin_expect_with_probability(n + 1, 5, 0.75);
    out[3] = __builtin_constant_p(sizeof(int) * 3);
    out[4] = __builtin_constant_p(n);
    out[5] = sign(n) + sign(-n);
}
