// case: virtual_through_second_base
// spec: [class.virtual], [class.mi]
// arg: i32 = 5
// arg: out i32[5]
// expect: [5, 15, 25, 36, 8]
// note: a call through any base of an object with two of them adjusts the object.
struct Reader {
    int base = 1;
    __tile__ virtual int read() const { return base; }
};
struct Writer {
    int scale = 3;
    __tile__ virtual int write(int x) const { return x; }
    __tile__ virtual Writer const* self() const { return this; }
};
struct Both : Reader, Writer {
    int n;
    __tile__ explicit Both(int n) : n(n) {}
    __tile__ int read() const override { return n; }
    __tile__ int write(int x) const override { return x * n; }
    __tile__ Both const* self() const override { return this; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Both both(n);
    Reader& r = both;
    Writer& w = both;
    out[0] = r.read();
    out[1] = w.write(w.scale);
    out[2] = w.self()->write(n);
    out[3] = both.self()->n * n + r.base + 10;
    out[4] = w.self()->scale + n;
}
