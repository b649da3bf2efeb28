// case: order_of_evaluation
// spec: [intro.execution]/10, [expr.ass]/1
// arg: out i32[5]
// expect: [2, 12, 1, 21, 3]
// note: the comma, &&, ?:, the right side before the left of =, initialisers in braces from left to right.
__tile__ int next(int& n) { return ++n; }
extern "C" __tile_global__ void test(int* out) {
    int n = 0;
    out[0] = (next(n), next(n));
    n = 0;
    int pair[2] = {next(n), next(n)};
    out[1] = pair[0] * 10 + pair[1];
    n = 0;
    out[2] = next(n) && n == 1;
    n = 0;
    int slots[3] = {};
    slots[next(n)] = next(n);           // the right side is 1, the index 2
    out[3] = slots[2] * 21;
    out[4] = n == 2 ? 3 : 4;
}
