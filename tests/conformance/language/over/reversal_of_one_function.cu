// case: reversal_of_one_function
// spec: [over.match.oper]/3.4, [over.match.best.general]/2.8
// arg: out i32[2]
// expect: [1, 1]
// note: g++ takes the operator as written without a word, clang with a warning
struct Base { constexpr bool operator==(const Base&) const { return true; } };
struct Derived : Base { using Base::operator==; };
static_assert(Derived{} == Derived{});
struct Changing { __tile__ bool operator==(const Changing&) { return true; } };
extern "C" __tile_global__ void test(int* out) {
    Derived a, b;
    Changing c, d;
    out[0] = a == b;
    out[1] = c == d;
}
