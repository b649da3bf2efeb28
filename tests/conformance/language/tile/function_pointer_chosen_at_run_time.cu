// case: function_pointer_chosen_at_run_time
// spec: [expr.call]/1 pointers to function that differ in branches, loops and table entries
// arg: out i32[9]
// arg: i32 = 3
// expect: [9, -3, 3000, 5, 25, -6, 186, 150, 3]
#include "cuda_tile.h"

__tile__ inline int next(int n) { return n + 1; }
__tile__ inline int square(int n) { return n * n; }
__tile__ inline int negate(int n) { return -n; }
__tile__ inline void bump(int& n) { n += 100; }
__tile__ inline void drop(int& n) { n -= 7; }
__tile__ inline int& first(int& a, int&) { return a; }
__tile__ inline int& second(int&, int& b) { return b; }

extern "C" __tile_global__ void test(int* out, int n) {
    int (*step)(int) = n > 3 ? next : square;
    out[0] = step(n);
    if (n == 3) step = negate;
    out[1] = step(n);
    int (*table[])(int) = {next, square, negate, [](int k) { return k * 1000; }};
    for (int i = 0; i < 4; ++i) out[2 + i] = table[(i + n) % 4](n + i);
    void (*change)(int&) = nullptr;
    int value = 0;
    for (int i = 0; i < 5; ++i) {
        if (change) change(value);
        change = i % 2 == 0 ? drop : bump;
    }
    out[6] = value;
    int a = 1, b = 2;
    int& (*pick)(int&, int&) = n > 2 ? second : first;
    pick(a, b) = 50;
    out[7] = a * 100 + b;
    out[8] = (step == negate) + 2 * (step != square) + 4 * (change == nullptr);
}
