//@ check
// Macros without parentheses, where an operator takes only a part of what they stand for.
#include "cuda_tile.h"
namespace ct = cuda::tiles;

#define CEIL_DIV(a, b) ((a) + (b)-1) / b
#define SQUARE(x) x * x
#define NEGATED(x) -x
#define NOT(x) !x
#define ELEMENT(p, i) p[i]
#define FIRST(p) p[0]
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define LEAST(a, b) a < b ? a : b
#define WIDTH 64 + 64
#define INVERSE 1.0f / 128.0f
#define PLUS_ONE +1
#define GUARDED(a, b) (((a) + (b)-1) / (b))
#define TWICE_SQUARE(x) (2 * SQUARE(x))

__tile_global__ void k(int* p, int n, int m) {
    int a = CEIL_DIV(n, 128);
    a += CEIL_DIV(n, m * 4); //~ warning[E0523]: in the macro `CEIL_DIV`, the operator `/` takes only the first operand of the argument `m * 4`
    a += GUARDED(n, m * 4) * 2;
    a += SQUARE(n + 1); //~ warning[E0523]: in the macro `SQUARE`, the operator `*` takes only the last operand of the argument `n + 1`
    a += SQUARE((n + 1));
    a += SQUARE(n * m);
    a += n / SQUARE(m); //~ warning[E0523]: the operator `/` takes only the first operand of `m * m`, which the macro `SQUARE` stands for
    a += NEGATED(n * m);
    a += NEGATED(n + m); //~ warning[E0523]: in the macro `NEGATED`, the operator `-` takes only the first operand
    a += NOT(n == m); //~ warning[E0523]: in the macro `NOT`, the operator `!` takes only the first operand
    a += FIRST(0 + p); //~ warning[E0523]: in the macro `FIRST`, the operator `[` takes only the last operand of the argument `0 + p`
    a += ELEMENT(p, n + 1);
    a += MAX(n, m) * 2;
    a += n + LEAST(n, m); //~ warning[E0523]: the operator `+` takes only the first operand
    a += 2 * WIDTH; //~ warning[E0523]: the operator `*` takes only the first operand of `64 + 64`, which the macro `WIDTH` stands for
    a += n + WIDTH;
    a += n PLUS_ONE;
    a += TWICE_SQUARE(n);
    a += TWICE_SQUARE(n - 1); //~ warning[E0523]: in the macro `SQUARE`, the operator `*` takes only the first operand of the argument `n - 1`
    float b = n * INVERSE;
    int width = WIDTH;
    p[WIDTH] = a + static_cast<int>(b) + width;
}
