// case: virtual_through_second_base
// spec: [class.virtual]
// arg: i32 = 5
// arg: out i32[3]
// expect: [10, 45, 8]
// note: a call from a base adjusts the object to the class that overrides.
struct Reader {
    int base = 1;
    __tile__ virtual int read() const { return base; }
    __tile__ int twice() const { return 2 * read(); }
};
struct Writer {
    int scale = 3;
    __tile__ virtual int write(int x) const { return x; }
    __tile__ int thrice() const { return scale * write(scale); }
};
struct Both : Reader, Writer {
    int n;
    __tile__ explicit Both(int n) : n(n) {}
    __tile__ int read() const override { return n; }
    __tile__ int write(int x) const override { return x * n; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Both both(n);
    out[0] = both.twice();
    out[1] = both.thrice();
    out[2] = both.scale + both.read();
}
