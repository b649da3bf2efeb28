// case: lists_for_arrays_that_are_longer
// spec: [over.ics.list]/6
// arg: out i32[4]
// expect: [2, 2, 3, 4]
// note: elements without an initialiser are made from empty braces, which may be worse than the others
enum E { zero };
struct P {
    int a = 1, b = 2;
};
struct None {
    None() = delete;
    None(int) {}
};
__tile__ int f(const P (&)[2]) { return 1; }
__tile__ int f(E) { return 2; }
__tile__ int g(const None (&)[2]) { return 1; }
__tile__ int g(E) { return 2; }
__tile__ int h(const P (&)[1]) { return 3; }
__tile__ int k(const P (&)[3]) { return 4; }
extern "C" __tile_global__ void test(int* out) {
    out[0] = f({});
    out[1] = g({});
    out[2] = h({});
    out[3] = k({P(), {3, 4}});
}
