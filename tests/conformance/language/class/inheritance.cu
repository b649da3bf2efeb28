// case: inheritance
// spec: [class.derived], [class.base.init]
// arg: out i32[5]
// expect: [3, 12, 20, 1, 6]
// note: bases are initialised before members, members in the order of their declaration.
struct Counter {
    int value;
    int made = 0;
    __tile__ explicit Counter(int v) : value(v) {}
    __tile__ int twice() const { return 2 * value; }
};
struct Named {
    int id = 1;
};
struct Both : Counter, Named {
    int first, second;
    __tile__ Both(int v) : Counter(v), first(++made), second(first + value) {}
    __tile__ int twice() const { return Counter::twice() + 10; }
};

__tile__ int read(Counter const& c) { return c.value; }

extern "C" __tile_global__ void test(int* out) {
    Both b(5);
    out[0] = b.first + b.second - 4;
    out[1] = Both(1).twice();
    out[2] = b.twice();
    out[3] = static_cast<Named&>(b).id;
    b.value = 6;
    out[4] = read(b);
}
