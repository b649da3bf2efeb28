//@ check
// Statements that are indented as if a loop or a branch without braces contained them.
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile__ int branches(int a, int b) {
    if (a < 0)
        a = -a;
        b = 0; //~ warning[E0911]: this statement is indented as if the `if` contained it
    if (a > 4) {
        a = 4;
    } else
        a += 1;
        b += 1; //~ warning[E0911]: this statement is indented as if the `else` contained it
    for (int i = 0; i < 4; ++i)
        if (i > a)
            b += i;
        a += b; //~ warning[E0911]: this statement is indented as if the `for` contained it
    while (
        a > b)
        a -= 1;
        return a; //~ warning[E0911]: this statement is indented as if the `while` contained it
}

template <int N>
__tile_global__ void never_instantiated(int* p) {
    if constexpr (N > 4)
        p[0] = 1;
        p[1] = 2; //~ warning[E0911]: this statement is indented as if the `if` contained it
}

void host(int n) {
    for (int i = 0; i < n; ++i)
        n -= i;
        n += 1; //~ warning[E0911]: this statement is indented as if the `for` contained it
    if (n) n = 2;
    n = 3;
}

#define BOTH(x)                                                                                                          \
    if (x)                                                                                                               \
        x = 1;                                                                                                           \
        x = 2

__tile__ int not_misleading(int a, int b) {
    if (a)
        b = 1;
    else if (b)
        b = 2;
    else
        b = 3;
    BOTH(a);
    if (a)
#if 1
        b = 4;
#endif
        a = 5;
    switch (a) {
    case 1:
        if (b)
            b = 1;
        break;
    case 2: if (b)
        b = 2;
        break;
    }
    if (a) {
        b = 6;
    }
        b = 7;
    for (int i = 0; i < 4;
         ++i)
        b += i;
    do
        b -= 1;
    while (b > 0);
        a = 8;
    if (a)
        return 1;
  // Another indentation than that of the body.
      return b;
}
