// case: gnu_attributes_everywhere
// spec: [dcl.attr] GNU: `__attribute__` may stand in every position of a declaration
// arg: out i32[6]
// arg: i32 = 4
// expect: [15578, 20, 32, 1600, 7, 11]
#include "cuda_tile.h"

struct __attribute__((aligned(16))) Wide {
    int a __attribute__((unused));
    __attribute__((deprecated("no"))) int b;
} __attribute__((may_alias));

struct Packed {
    int a;
    int b[2] __attribute__((aligned(8)));
};

enum __attribute__((unused)) Color { red __attribute__((unused)) = 3, green };

using Plain __attribute__((unused)) = int;

__attribute__((always_inline)) __tile__ inline int twice(int n __attribute__((unused)));
__tile__ inline __attribute__((pure, nothrow)) int twice(int n) { return 2 * n; }
__tile__ __attribute__((noinline)) int thrice(int __attribute__((unused)) n) { return 3 * n; }

extern "C" __tile_global__ void test(int* __restrict__ out __attribute__((unused)), int n) {
    auto add = [](int k) __attribute__((always_inline)) { return k + 7; };
    int x __attribute__((unused)) = n, y __attribute__((aligned(8))) = n + 1;
    __attribute__((unused)) int z = 7;
    int __attribute__((unused)) w = 8;
    switch (n) {
    case 4: x += 1; __attribute__((fallthrough));
    case 5: x += 10;
    }
    if (n > 100) { goto done; }

    out[0] = x * 1000 + y * 100 + z * 10 + w;
    out[1] = twice(n) + thrice(n);
    out[2] = sizeof(Wide) + alignof(Wide);
    out[3] = sizeof(Packed) * 100;
    out[4] = red + green;
done: __attribute__((unused));
    out[5] = add(n);
}
