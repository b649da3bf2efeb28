// case: gnu_statement_expression
// spec: [expr.prim] GNU: a statement expression has the value of its last statement
// arg: inout i32[9] = zeros
// arg: i32 = 5
// expect: [51, 6, 103, 1506, 132, 1103, 8, 9, 0]
#include "cuda_tile.h"

#define MAX(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })

struct Trace {
    int* at;
    __tile__ ~Trace() { *at += 100; }
};

struct Pair {
    int a, b;
};

constexpr int cube(int n) {
    return ({ int square = n * n; square * n; });
}
static_assert(cube(3) == 27);

template <typename T>
__tile__ T clamp(T v, T low, T high) {
    return __extension__({ T t = v < low ? low : v; t > high ? high : t; });
}

extern "C" __tile_global__ void test(int* out, int n) {
    int calls = 0, log = 1;
    out[0] = MAX(++calls, MAX(n, 3)) * 10 + calls;
    out[1] = ({ int s = 0; for (int i = 0; i < n; ++i) { if (i == 3) break; s += i + 1; } s; });
    out[2] = ({ Trace t{&log}; log * 2; }) + log;
    Pair p = ({ Pair q{n, n + 1}; q.a += 10; q; });
    out[3] = p.a * 100 + p.b;
    out[4] = clamp(n, 7, 9) + cube(n);
    int k = n > 100 ? ({ log = 0; 1; }) : ({ log += 1000; 2; });
    out[5] = k + log;
    ({ out[6] = 8; });
    ({ if (n == 5) { out[7] = 9; return; } });
    out[8] = 1;
}
