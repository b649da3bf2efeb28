// case: moved_only
// spec: [class.copy.ctor]
// accept: the same, corrected
struct Token {
    int n;
    __tile__ explicit Token(int n) : n(n) {}
    __tile__ Token(Token&& o) : n(o.n) { o.n = 0; }
    __tile__ Token(Token const& o) : n(o.n) {}
};

extern "C" __tile_global__ void test(int* out) {
    Token a(3);
    Token b = a;
    *out = b.n;
}
