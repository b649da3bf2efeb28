//@ check
//@ flags: -Wall -Wextra -Wshadow
// Variables and parameters that nothing reads, reads before a value, and names that hide others.
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile__ int unused(int a, int b) { //~ warning[E0535]: the parameter `b` is not used
    int x = a; //~ warning[E0533]: the variable `x` is not used
    auto t = ct::iota<ct::tile<int, ct::shape<4>>>(); //~ warning[E0533]: the variable `t` is not used
    [[maybe_unused]] int y = a;
    int only_set = 0; //~ warning[E0534]: the variable `only_set` is assigned, but never read
    only_set = a;
    int chained = 0, other = 0;
    other = chained = a;
    return other;
}

__tile__ int mentioned([[maybe_unused]] int a, int /*b*/) {
    int in_sizeof = 1;
    constexpr int in_argument = 4;
    int captured = 2;
    int by_lambda = 3;
    auto f = [captured](int x) { return x + captured; };
    auto g = [&](auto x) { return x + by_lambda; };
    return int(sizeof(in_sizeof)) + f(1) + g(2) +
           int(ct::sum<0>(ct::iota<ct::tile<int, ct::shape<in_argument>>>()));
}

template <bool Is>
__tile__ int of_branches(int a) {
    int in_discarded = a;
    if constexpr (Is) return in_discarded;
    else return 0;
}

struct guard {
    int* p;
    __tile__ guard(int* p) : p(p) { *p = 1; }
    __tile__ ~guard() { *p = 0; }
};

__tile__ int reads(int a, bool c) {
    int never;
    int sometimes;
    int by_both;
    int through_reference;
    int first, best;
    if (c) sometimes = 1;
    if (c) by_both = 1;
    else by_both = 2;
    int& r = through_reference;
    r = 4;
    for (int i = 0; i < a; ++i) {
        if (i == 0) best = i;
        else best = best + i;
    }
    for (int i = 0; i < a; ++i) {
        if (i == 0) { first = i; continue; }
        first = first + 1;
    }
    int sum;
    for (int i = 0; i < a; ++i) sum += i; //~ warning[E0536]: the variable `sum` is read before it has a value
    int self = self + 1; //~ warning[E0536]: the variable `self` is read before it has a value
    int by_switch;
    switch (a) {
    case 0: by_switch = 1; break;
    default: by_switch = 2;
    }
    return never + sometimes + by_both + through_reference + first + best + sum + self + by_switch; //~ warning[E0536]: the variable `never`
}

__tile__ int hides(int a) {
    int sum = 0;
    for (int i = 0; i < a; ++i) {
        int sum = i; //~ warning[E0555]: `sum` hides a variable of this function
        a += sum;
    }
    for (int i = 0; i < a; ++i) sum += i;
    for (int i = 0; i < a; ++i) {
        for (int i = 0; i < 2; ++i) sum += i; //~ warning[E0555]: `i` hides a variable of this function
    }
    return sum;
}

__tile_global__ void kernel(int* p) {
    guard g(p);
    p[0] = unused(p[1], 2) + mentioned(p[1], 1) + of_branches<false>(p[2]) + reads(p[3], p[4] > 0) + hides(p[5]);
}
