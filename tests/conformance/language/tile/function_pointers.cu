// case: function_pointers
// spec: [expr.call] tile: 1.2 a call through a pointer that is known at compile time
// arg: out i32[4]
// arg: i32 = 5
// expect: [6, 25, 11, 36]
#include "cuda_tile.h"

using Step = int (*)(int);
__tile__ int next(int n) { return n + 1; }
__tile__ int square(int n) { return n * n; }
constexpr Step steps[2] = {next, square};

template <Step F>
__tile__ int apply(int n) {
    return F(n);
}
__tile__ int compose(Step f, Step g, int n) { return f(g(n)); }
struct Machine {
    Step step;
    int state;
    __tile__ int run() const { return step(state); }
};
extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = steps[0](n);
    out[1] = Machine{square, n}.run();
    out[2] = apply<next>(2 * n);
    out[3] = compose(&square, steps[0], n);
}
