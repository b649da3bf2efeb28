// case: user_conversions
// spec: [over.ics.user], [class.conv]
// arg: out i32[5]
// expect: [4, 9, 7, 1, 2]
struct Meters {
    int n;
    __tile__ Meters(int v) : n(v) {}
    __tile__ operator int() const { return n; }
};
__tile__ int square(Meters m) { return m.n * m.n; }
struct ToBool {
    __tile__ explicit operator bool() const { return true; }
};
__tile__ int which(int const&) { return 1; }
__tile__ int which(int&&) { return 2; }

extern "C" __tile_global__ void test(int* out) {
    Meters m = 4;
    out[0] = m;
    out[1] = square(3);
    out[2] = m + 3;
    ToBool b;
    out[3] = b && !!b ? which(m.n) : 0;
    out[4] = which(static_cast<int>(m));
}
