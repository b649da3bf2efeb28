// case: utility_move_forward_exchange
// spec: [utility]
// arg: i32 = 5
// arg: out i32[5]
// expect: [105, 15, 105, 58, 81]
#include <utility>

struct Counted {
    int value, copies = 0, moves = 0;
    __tile__ constexpr Counted(int v) : value(v) {}
    __tile__ constexpr Counted(Counted const& c) : value(c.value), copies(c.copies + 1), moves(c.moves) {}
    __tile__ constexpr Counted(Counted&& c) : value(c.value), copies(c.copies), moves(c.moves + 1) {}
};
template <class T>
__tile__ constexpr int pass(T&& x) {
    Counted c(std::forward<T>(x));
    return c.copies * 100 + c.moves * 10 + c.value;
}
extern "C" __tile_global__ void test(int n, int* out) {
    Counted c(n);
    out[0] = pass(c);
    out[1] = pass(std::move(c));
    out[2] = pass(std::as_const(c));
    int old = std::exchange(n, 8);
    out[3] = old * 10 + n;
    int a = 1;
    std::swap(a, n);
    out[4] = a * 10 + n;
}
