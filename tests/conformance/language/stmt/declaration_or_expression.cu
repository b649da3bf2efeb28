// case: declaration_or_expression
// spec: [stmt.ambig]
// arg: out i32[4]
// arg: i32 = 3
// expect: [4, 5, 6, 9]

struct T {
    int m;
    __tile__ T(int x = 6) : m(x) {}
    __tile__ T& operator++() { ++m; return *this; }
    __tile__ T operator++(int) { T old = *this; ++m; return old; }
    __tile__ int operator()() const { return m; }
};

extern "C" __tile_global__ void test(int* out, int n) {
    int a = n, b = n;
    T(a)++, b++;            // expressions: ++ cannot follow a declarator
    out[0] = b;
    out[1] = T(5)();        // an expression: 5 is not a declarator
    T(c);                   // declares c
    out[2] = c.m;
    T(d), *e = &d, (f)(9);  // declares d, e and f
    out[3] = e->m + f.m - 6;
}
