// case: conditions_that_declare
// spec: [stmt.select.general]
// arg: out i32[5]
// arg: i32 = 5
// expect: [5, 6, 11, 3, 2]

struct P { int a, b; __tile__ explicit operator bool() const { return a; } };

extern "C" __tile_global__ void test(int* out, int n) {
    if (int x = n) out[0] = x;
    if (int x(n); int y{x + 1}) out[1] = y; else out[1] = x + y;
    if (auto [a, b] = P{n, 6}; a < b) out[2] = a + b;
    switch (int k = n - 2; k) { case 3: out[3] = k; }
    int left = 2, rounds = 0;
    while (int now = left--) rounds += now > 0;
    out[4] = rounds;
}
