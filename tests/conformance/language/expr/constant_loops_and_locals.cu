// case: constant_loops_and_locals
// spec: [expr.const], [dcl.constexpr]
// arg: i32 = 3
// arg: out i32[6]
// expect: [53, 111, 29, 21, 18, 7]
struct Table { int v[16]; int used; };
constexpr Table primes() {
    Table t{};
    for (int n = 2; t.used < 16; ++n) {
        bool prime = true;
        for (int d = 2; d * d <= n; ++d)
            if (n % d == 0) {
                prime = false;
                break;
            }
        if (!prime) continue;
        t.v[t.used++] = n;
    }
    return t;
}
constexpr int collatz(int n) {
    int steps = 0;
    do {
        n = n & 1 ? 3 * n + 1 : n / 2;
        ++steps;
    } while (n != 1);
    return steps;
}
constexpr int sw(int n) {
    switch (n) {
        case 1: return 10;
        case 2: n += 5; [[fallthrough]];
        case 3: return n * 2;
        default: return -1;
    }
}
constexpr int gcd(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }
constexpr int range() { int a[] = {1, 2, 3}, s = 0; for (int& x : a) s += x *= 2; return s + a[2]; }

extern "C" __tile_global__ void test(int n, int* out) {
    constexpr Table t = primes();
    out[0] = t.v[15];
    constexpr int c = collatz(27);
    out[1] = c;
    constexpr int s = sw(1) + sw(2) + sw(3) + sw(9);
    out[2] = s;
    constexpr int g = gcd(462, 1071), r = range();
    out[3] = g;
    out[4] = r;
    out[5] = t.v[n];
}
