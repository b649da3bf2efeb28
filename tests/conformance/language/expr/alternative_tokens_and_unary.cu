// case: alternative_tokens_and_unary
// spec: [expr.unary.op], [lex.digraph]
// arg: i32 = 5
// arg: out i32[4]
// expect: [1, -6, 10, 1]
extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = not n or (n bitand 4) xor 1;
    out[1] = compl n;
    out[2] = - -n + +n;
    bool b = !n;
    out[3] = -b + !b;
}
