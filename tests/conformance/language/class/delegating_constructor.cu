// case: delegating_constructor
// spec: [class.base.init]
// arg: i32 = 6
// arg: out i32[4]
// expect: [6, 12, 1, 101]
// note: the target constructor runs whole before the body of the delegating one.
struct Range {
    int first, last;
    int steps = 1;
    __tile__ Range(int first, int last) : first(first), last(last) {}
    __tile__ explicit Range(int n) : Range(n, 2 * n) { steps += first == n ? 100 : 0; }
    __tile__ Range() : Range(0, 1) {}
};

extern "C" __tile_global__ void test(int n, int* out) {
    Range r(n);
    out[0] = r.first;
    out[1] = r.last;
    out[2] = Range().last;
    out[3] = r.steps;
}
