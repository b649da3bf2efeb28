// case: move_on_return
// spec: [class.copy.elision], [stmt.return]
// arg: i32 = 6
// arg: out i32[3]
// expect: [6, 7, 1]
// note: a local or by-value parameter that is returned is moved, or not even that.
struct Token {
    int n;
    __tile__ explicit Token(int n) : n(n) {}
    __tile__ Token(Token&& o) : n(o.n) { o.n = -1; }
    Token(Token const&) = delete;
};
__tile__ Token local(int n) {
    Token t(n);
    return t;
}
__tile__ Token param(Token t) {
    t.n += 1;
    return t;
}

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = local(n).n;
    out[1] = param(Token(n)).n;
    Token a(1);
    Token b = static_cast<Token&&>(a);
    out[2] = b.n;
}
