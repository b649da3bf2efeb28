// case: tables_of_functions
// spec: [expr.call]/1 calls through entries of tables alone, with indices that are known at run time
// arg: out i32[7]
// arg: i32 = 1
// expect: [18, 12, 11, 17, 15, 7, 103]
#include "cuda_tile.h"

__tile__ inline int twice(int n) { return 2 * n; }
__tile__ inline int thrice(int n) { return 3 * n; }
constexpr int (*constants[])(int) = {twice, thrice};
struct Op {
    int (*apply)(int);
    int add;
};
__tile__ inline int apply(int (*f)(int), int n) { return f(n); }

__tile__ inline int looped(int n) {
    int (*const table[])(int) = {twice, thrice};
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += table[i & 1](i);
    return sum;
}
__tile__ inline int indexed(int n) {
    int (*table[2])(int) = {twice, thrice};
    return table[n](4);
}
__tile__ inline int of_classes(int n) {
    Op table[2] = {{twice, 1}, {thrice, 2}};
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += table[i & 1].apply(i) + table[i & 1].add;
    return sum;
}
__tile__ inline int handed_over(int n) {
    int (*table[2])(int) = {twice, thrice};
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += apply(table[(i + 1) & 1], i);
    return sum;
}
__tile__ inline int constant(int n) {
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += constants[i & 1](i);
    return sum;
}
__tile__ inline int rewritten(int n) {
    int (*table[2])(int) = {twice, twice};
    table[n] = thrice;
    return table[0](2) + table[n](1);
}
struct Point {
    int x, y;
};
__tile__ inline int members(int n) {
    int Point::*table[2] = {&Point::x, &Point::y};
    Point point{3, 100};
    int sum = 0;
    for (int i = 0; i < 2 * n; ++i) sum += point.*table[i];
    return sum;
}

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = looped(n + 3) + 2;
    out[1] = indexed(n);
    out[2] = of_classes(n + 2);
    out[3] = handed_over(n + 3) + 3;
    out[4] = constant(n + 3) - 1;
    out[5] = rewritten(n);
    out[6] = members(n);
}
