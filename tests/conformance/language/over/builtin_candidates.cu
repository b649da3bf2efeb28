// case: builtin_candidates
// spec: [over.built], [over.match.oper]/3.3
// arg: i32 = 6
// arg: out i32[8]
// expect: [6, 11, 12, 15, 1, 5, 1, 24]
struct Int {
    int n;
    __tile__ operator int() const { return n; }
};
struct Ref {
    int* p;
    __tile__ operator int&() const { return *p; }
};
struct Ptr {
    int* p;
    __tile__ operator int*() const { return p; }
};
enum class Flag : unsigned { a = 1, b = 4 };
__tile__ Flag operator|(Flag x, Flag y) { return Flag(unsigned(x) | unsigned(y)); }

extern "C" __tile_global__ void test(int n, int* out) {
    Int i{n};
    int cell[3] = {n, n + 1, n + 2};
    Ref r{cell};
    Ptr p{cell};
    out[0] = i * 2 + -i;
    r += 5;
    out[1] = cell[0];
    ++r;
    out[2] = cell[0];
    out[3] = *(p + 1) + p[2];
    out[4] = static_cast<int>(p - cell) + (p == cell);
    out[5] = static_cast<int>(Flag::a | Flag::b);
    out[6] = Flag::a < Flag::b;
    out[7] = i << i % 4;
}
