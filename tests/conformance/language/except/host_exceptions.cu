// case: host_exceptions
// spec: tile: 18 Language restrictions
// arg: i32 = 5
// arg: out i32[1]
// expect: [6]
// note: host code that no kernel reaches may throw and catch.
struct Failure {
    int code;
};
int risky(int n) {
    if (n < 0) throw Failure{n};
    return n;
}
int guarded(int n) try {
    return risky(n);
} catch (Failure const& f) {
    return f.code;
} catch (...) {
    throw;
}
__tile__ int next(int n) noexcept { return n + 1; }

extern "C" __tile_global__ void test(int n, int* out) { *out = next(n); }
