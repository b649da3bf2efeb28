// case: access_members
// spec: [class.access.general], [class.access.spec]
// arg: i32 = 4
// arg: out i32[4]
// expect: [4, 12, 7, 9]
// note: members of a class, its nested classes and its lambdas may name its private members.
class Counter {
    int value;
    enum Step { ONE = 1, TWO = 2 };
    using Number = int;
    static constexpr Number LIMIT = 7;
    __tile__ Number twice() const { return 2 * value; }

public:
    __tile__ explicit Counter(int v) : value(v) {}
    struct Reader {
        __tile__ int read(Counter const& c) const { return c.twice() + c.value; }
    };
    __tile__ int get() const { return value; }
    __tile__ static int limit() { return LIMIT; }
    __tile__ int stepped() const {
        auto add = [this](Step s) { return value + s; };
        return add(TWO) + LIMIT - ONE - TWO - ONE;
    }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Counter c(n);
    out[0] = c.get();
    out[1] = Counter::Reader().read(c);
    out[2] = Counter::limit();
    out[3] = c.stepped();
}
