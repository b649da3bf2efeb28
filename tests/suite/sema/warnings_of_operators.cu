//@ check
//@ flags: -Wall -Wextra
// Commas in subscripts, cases that fall through, and constants that overflow.
#include "cuda_tile.h"
#include <cassert>
namespace ct = cuda::tiles;

#define FALLTHROUGH [[fallthrough]]
#define GOES_ON [[fallthrough]]

__tile_global__ void commas(float* p, const int* table, int row, int column) {
    p[0] = p[row, column]; //~ warning[E0595]: this subscript is a comma operator: the index is `column`, the value of `row` is not used
    p[1] = p[(row, column)];
    int small[2][2] = {{1, 2}, {3, 4}};
    p[2] = static_cast<float>(small[1][0] + table[row * 4 + column]);
    for (int i = 0, j = 0; i < row; ++i, ++j)
        p[i + 3] = static_cast<float>(j);
}

__tile__ int cases(int kind, int n) {
    int sum = 0;
    switch (kind) {
    case 0:
    case 1:
        sum = 1;
    case 2: //~ warning[E0596]: control falls through into `case 2`
        sum += 2;
        break;
    case 3:
        sum = 3;
        [[fallthrough]];
    case 4:
        sum += 4;
        // falls through
    case 5:
        sum += 5;
        FALLTHROUGH;
    case 6: {
        sum += 6;
        if (n > 0) return sum;
    }
    case 7: //~ warning[E0596]: control falls through into `case 7`
        if (n > 1) {
            sum = 7;
            break;
        } else {
            return 1;
        }
    case 8: {
        sum += 8;
        [[fallthrough]];
    }
    case 11:
        if (n > 2) {
            sum += 11;
            [[fallthrough]];
        } else {
            sum += 12;
            [[fallthrough]];
        }
    case 12:
        sum += 12;
        GOES_ON;
    case 9:
        for (int i = 0; i < n; ++i) sum += i;
    default: //~ warning[E0596]: control falls through into `default`
        assert(false);
    case 10:
        sum = 10;
    }
    return sum;
}

constexpr int depth = 3;

// Constants decide that these cases end.
template <int N> __tile__ int constants(int kind, int n) {
    switch (kind) {
    case 0:
        if (depth > 2) return 5;
    case 1:
        if (N > 0) break;
        n = 2;
    case 2:
        if (N > 4) {
            n = 3;
        } else {
            return 7;
        }
    case 3:
        if (n > 3) {
            if (N > 0) break;
        }
    case 4: //~ warning[E0596]: control falls through into `case 4`
        if (depth > 3) break;
    case 5: //~ warning[E0596]: control falls through into `case 5`
        n = 4;
    }
    return n;
}

constexpr int edge = 65536;

template <int N> __tile__ long long cube() {
    if constexpr (N < 1000) return N * N * N;
    else return static_cast<long long>(N) * N * N;
}

__tile__ long long products(int n) {
    constexpr int side = 2048;
    long long a = side * side * side; //~ warning[E0597]: `side * side * side` overflows `int`: the value would be 8589934592
    long long b = static_cast<long long>(side) * side * side;
    long long c = edge * edge; //~ warning[E0597]: `edge * edge` overflows `int`
    int d = 2147483647 + 1; //~ warning[E0597]: `2147483647 + 1` overflows `int`
    unsigned e = 4294967295u + 1u;
    int f = side * side * n;
    long long g = cube<100>() + cube<4096>();
    int h = -2147483647 - 1;
    int i = side > 4000 ? side * side * side : 0;
    if (side > 4000) i = side * side * side;
    return a + b + c + d + e + f + g + h + i;
}

__tile_global__ void of_all(long long* p, int n) {
    p[0] = products(n) + cases(n, 2) + constants<1>(n, 2);
}

__tile_global__ void asserted(float* p, int n) {
    float x, y;
    if (n == 1) x = 1;
    else assert(false);
    p[0] = x;
    if (n == 2) y = 1;
    else assert(n > 3);
    p[1] = y; //~ warning[E0579]: the variable `y` has no value here if `n == 2` is false
}
