// case: static_members
// spec: [class.static]
// arg: i32 = 4
// arg: out i32[5]
// expect: [7, 14, 24, 3, 9]
// note: static members have no object; inline and constexpr ones are defined in the class.
struct Config {
    static constexpr int width = 7;
    inline static const int height = 2 * width;
    static constexpr int table[3] = {1, 2, 3};
    template <typename T>
    static constexpr T scaled = T(width) + T(2);
    __tile__ static int area(int n) { return n * shifted(); }
    __tile__ static int shifted() { return width - 1; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Config c;
    out[0] = c.width;
    out[1] = Config::height;
    out[2] = c.area(n);
    out[3] = Config::table[n - 2];
    out[4] = Config::scaled<int>;
}
