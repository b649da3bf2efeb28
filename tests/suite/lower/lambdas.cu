//@ run: cpu emulator gpu
//@ arg n: i32 = 3
//@ arg out: out i32[12]
//@ expect out = 13 10 16 6 3 1 2 12 7 24 9 5
// [expr.prim.lambda]: captures by copy keep the value of their time, captures by reference do not.
struct Scale {
    int factor;
    __tile__ int apply(int x) const {
        auto times = [this](int y) { return factor * y; };
        auto copy = [*this](int y) { return factor + y; };
        return times(x) + copy(0);
    }
};

template <class F> __tile__ int twice(F f, int x) { return f(f(x)); }

__tile__ auto adder(int k) {
    return [k](int x) { return x + k; };
}

__tile_global__ void kernel(int n, int* out) {
    int k = 10;
    auto by_copy = [k](int x) { return x + k; };
    auto by_reference = [&k](int x) { return x + k; };
    out[0] = by_copy(n);
    k = 7;
    out[1] = by_reference(n);
    out[2] = twice([=](int x) { return x * 2 + k - 4; }, n) - 5;   // 3 -> 9 -> 21

    int calls = 0;
    auto count = [&] { return ++calls; };
    for (int i = 0; i < n; ++i) count();
    out[3] = calls + n;

    int start = 0;
    auto counter = [start]() mutable { return ++start; };
    counter();
    counter();
    out[4] = counter();
    auto init = [m = n * 2, &total = calls](int x) {
        total += x;
        return m - 5;
    };
    out[5] = init(-1);
    out[6] = calls;

    out[7] = [](auto a, auto b) { return a * b; }(n, 4);
    out[8] = adder(4)(n);
    out[9] = Scale{6}.apply(n);

    // A lambda in a lambda, and a return that leaves only the inner one.
    auto outer = [&](int x) {
        auto inner = [&](int y) {
            if (y > 2) return y * x;
            return 0;
        };
        int r = inner(1);
        r += inner(3);
        return r;
    };
    out[10] = outer(n);
    int (*plain)(int) = [](int x) { return x + 2; };
    out[11] = plain(n);
}
