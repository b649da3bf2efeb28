//@ run: cpu emulator gpu
//@ arg n: i32 = 5
//@ arg out: out i32[8]
//@ expect out = 10 3 1 6 7 12 15 2
// Conditions that declare, init-statements, range-based loops, structured bindings.
struct Range {
    int first, last;
    struct Iterator {
        int at;
        __tile__ int operator*() const { return at; }
        __tile__ Iterator& operator++() {
            ++at;
            return *this;
        }
        __tile__ bool operator!=(Iterator o) const { return at != o.at; }
    };
    __tile__ Iterator begin() const { return {first}; }
    __tile__ Iterator end() const { return {last}; }
};
struct Pair {
    int a;
    int b;
};

__tile_global__ void kernel(int n, int* out) {
    if (int twice = n * 2) out[0] = twice;
    if (int m = n - 5; m != 0)
        out[1] = -1;
    else
        out[1] = m + 3;
    switch (int k = n % 2; k) {
    case 0: out[2] = 0; break;
    default: out[2] = k;
    }
    int s = 0;
    for (int left = 3; int x = left; --left) s += x;
    out[3] = s;
    s = 0;
    for (int x : Range{3, n}) s += x;
    out[4] = s;
    int v[3] = {3, 4, 5};
    for (int& x : v) x *= 2;
    s = 0;
    for (int const x : v) {
        if (x == 8) continue;
        s += x;
        if (x == 10) s -= 4;
    }
    out[5] = s;
    auto [a, b] = Pair{n, 10};
    out[6] = a + b;
    auto& [first, second, third] = v;
    third = 2;
    out[7] = v[2] + first - second + 2;
}
