// case: operators_and_punctuators
// spec: [lex.operators]
// arg: i32 = 6
// arg: i32 = 4
// arg: out i32[8]
// expect: [10, 6, 1, 96, 1, 3, 1, 4]
// note: each is one token; `...` is none of `.`, and `.*`, `->*` and `<=>` take three characters where they can.
#include <compare>
struct Pair {
    int first, second;
};
template <class... T>
__tile__ int sum(T... x) {
    return (... + x);
}

__tile__ int pick(int n) { return n; }

extern "C" __tile_global__ void test(int a, int b, int* out) {
    Pair pair{a, b};
    Pair* pointer = &pair;
    int Pair::*member = &Pair::first;
    out[0] = sum(pair.*member, pointer->second);
    out[1] = pointer->*member;
    out[2] = a <=> b > 0;
    int x = a;
    x <<= b;
    out[3] = x;
    x >>= b + 2;
    out[4] = x;
    x |= 2; x ^= 4; x &= ~4;
    out[5] = x;
    out[6] = x >= 3 && x <= 3 || !x;
    out[7] = x%2?b: ::pick(a);
}
