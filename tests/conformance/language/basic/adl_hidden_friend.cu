// case: adl_hidden_friend
// spec: [basic.lookup.argdep]/4, [class.friend]/7
// arg: i32 = 5
// arg: out i32[2]
// expect: [15, 25]
struct Meters {
    int n;
    friend __tile__ int times(Meters m, int k) { return m.n * k; }
    friend __tile__ int operator+(Meters m, int k) { return m.n + k; }
};
extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = times(Meters{n}, 3);
    out[1] = Meters{n} + 20;
}
