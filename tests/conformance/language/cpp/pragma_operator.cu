// case: pragma_operator
// spec: [cpp.pragma.op]
// arg: i32 = 2
// arg: out i32[4]
// expect: [1, 2, 1, 5]
// note: the string is destringised: the quotes in it may be escaped; a _Pragma may stand in a macro and between any tokens.
#define VALUE 1
#define SAVE(name) _Pragma(#name)
_Pragma("push_macro(\"VALUE\")")
#undef VALUE
#define VALUE 2
constexpr int inner = VALUE;
SAVE(pop_macro("VALUE"))
constexpr int outer = VALUE;

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = outer;
    out[1] = inner;
    out[2] = VALUE;
    out[3] = n _Pragma("something nobody knows") + 3;
}
