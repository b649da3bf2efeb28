//@ run: cpu emulator gpu
//@ arg n: i32 = 3
//@ arg out: out i32[7]
//@ expect out = 7 1 42 12 3 6 5
// User-defined conversions, call, subscript and comparison operators in conditions and loops.
struct Wrapped {
    int n;
    __tile__ operator int() const { return n; }
    __tile__ explicit operator bool() const { return n > 0; }
};
struct Countdown {
    int left;
    __tile__ explicit operator bool() const { return left > 0; }
    __tile__ Countdown& operator--() {
        --left;
        return *this;
    }
};
struct Row {
    int v[4];
    __tile__ int& operator[](int i) { return v[3 - i]; }
    __tile__ int operator()(int a, int b = 2) const { return v[a] * b; }
};
struct Version {
    int major_part, minor_part;
    __tile__ constexpr bool operator<(Version o) const {
        return major_part != o.major_part ? major_part < o.major_part : minor_part < o.minor_part;
    }
};

__tile_global__ void kernel(int n, int* out) {
    Wrapped w{4};
    out[0] = w + n;
    out[1] = (w ? 1 : 0) + (Wrapped{0} ? 1 : 0) + (!w ? 1 : 0);
    Row row{{1, 2, 3, 4}};
    row[0] = 42;
    out[2] = row.v[3];
    out[3] = row(1, n) + row(2);
    int rounds = 0;
    for (Countdown c{n}; c; --c) ++rounds;
    out[4] = rounds;
    Version versions[3] = {{2, 1}, {1, 9}, {2, 0}};
    Version least = versions[0];
    for (Version v : versions)
        if (v < least) least = v;
    out[5] = least.minor_part - n;
    out[6] = row[n] + w;
}
