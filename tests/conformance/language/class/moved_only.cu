// case: moved_only
// spec: [class.copy.ctor]
// reject: E0502 a move constructor suppresses the copy
struct Token {
    int n;
    __tile__ explicit Token(int n) : n(n) {}
    __tile__ Token(Token&& o) : n(o.n) { o.n = 0; }
};

extern "C" __tile_global__ void test(int* out) {
    Token a(3);
    Token b = a;
    *out = b.n;
}
