// case: rewritten_comparisons
// spec: [over.match.oper]/3.4, [over.match.oper]/9
// arg: i32 = 3
// arg: out i32[7]
// expect: [0, 1, 1, 1, 0, 1, 1]
struct Key {
    int n;
    __tile__ bool operator==(int other) const { return n == other; }
};
struct Level {
    int n;
    __tile__ friend bool operator==(Level, Level) = default;
    __tile__ int operator<=>(Level other) const { return n - other.n; }
};
struct Both {
    int n;
    __tile__ bool operator==(Both other) const { return n == other.n; }
    __tile__ bool operator!=(Both) const { return true; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Key k{n};
    out[0] = k != 3;   // !(k == 3)
    out[1] = 3 == k;   // reversed
    out[2] = 4 != k;   // reversed and negated
    Level a{n}, b{n + 1};
    out[3] = a < b;
    out[4] = a >= b;
    out[5] = a != b;
    out[6] = Both{n} != Both{n};  // a written operator is better than a rewritten one
}
