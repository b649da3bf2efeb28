//@ check
// [expr.const]: loops, objects, references, pointers, and what is not a constant.
constexpr int fibonacci(int n) {
    int a = 0, b = 1;
    for (int i = 0; i < n; ++i) {
        int next = a + b;
        a = b;
        b = next;
    }
    return a;
}
static_assert(fibonacci(0) == 0 && fibonacci(10) == 55);
constexpr int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
static_assert(factorial(10) == 3628800);

constexpr void swap(int& a, int& b) {
    int old = a;
    a = b;
    b = old;
}
constexpr int sorted(int a, int b, int c) {
    int v[3] = {a, b, c};
    for (int* p = v; p != v + 2; ++p)
        for (int* q = p + 1; q != v + 3; ++q)
            if (*q < *p) swap(*p, *q);
    return v[0] * 100 + v[1] * 10 + v[2];
}
static_assert(sorted(3, 1, 2) == 123);

struct Counter {
    int n = 1;
    constexpr Counter& add(int k) {
        n += k;
        return *this;
    }
};
static_assert(Counter{}.add(2).add(3).n == 6);
constexpr auto square = [](auto x) { return x * x; };
static_assert(square(5) == 25 && square(1.5) == 2.25);
constexpr int select(int n) {
    switch (n) {
    case 0: return 10;
    case 1: n = 5; [[fallthrough]];
    case 2: return n;
    default: return -1;
    }
}
static_assert(select(0) == 10 && select(1) == 5 && select(2) == 2 && select(3) == -1);

constexpr int overflow(int n) {
    return 2147483647 + n; //~ error[E0570]: overflows
}
constexpr int past_end(int n) {
    int v[2] = {1, 2};
    return v[n]; //~ error[E0570]: outside the bounds
}
static_assert(overflow(1));
static_assert(past_end(2));
static_assert(1 / (fibonacci(0))); //~ error[E0570]
