// case: cast_to_void_destroys
// spec: [expr.static.cast]/6, [class.temporary]/4
// arg: i32 = 1
// arg: out i32[1]
// expect: [172]
// note: the operand of a cast to `void` is a discarded-value expression: its temporary ends with the full-expression
struct G {
    int* log;
    int k;
    __tile__ constexpr G(int* l, int k) : log(l), k(k) { *log = *log * 10 + k; }
    __tile__ constexpr ~G() { *log = *log * 10 + k + 6; }
};
__tile__ constexpr int f(int k) {
    int log = 0;
    (void)(k > 5 ? G(&log, 3) : G(&log, k));
    return log * 10 + 2;
}
static_assert(f(1) == 172);

extern "C" __tile_global__ void test(int k, int* out) { *out = f(k); }
