// case: abbreviated_templates
// spec: [dcl.fct]
// arg: i32 = 3
// arg: out i32[8]
// expect: [6, 7, 24, 5, 4, 2, 3, 1]
template <typename T>
concept Small = sizeof(T) <= 2;
__tile__ auto twice(auto x) { return x + x; }
template <typename T>
__tile__ int mixed(T a, auto b) {
    return static_cast<int>(a) + static_cast<int>(b);
}
__tile__ int sizes(auto... v) { return (0 + ... + static_cast<int>(sizeof(v))); }
__tile__ int which(Small auto) { return 5; }
__tile__ int which(auto) { return 4; }
__tile__ int pointee(auto* p) { return sizeof(*p); }
__tile__ int count(auto const&... v) { return sizeof...(v); }
struct S {
    __tile__ int f(auto&& x) { return x; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = twice(n);
    out[1] = mixed<int>(4.5, n);
    out[2] = sizes(1, 2.0, 'a', 1.0f) + 7;
    out[3] = which('a');
    out[4] = which(n);
    short s = 1;
    out[5] = pointee(&s);
    out[6] = count(1, 2, 3);
    out[7] = S().f(1);
}
