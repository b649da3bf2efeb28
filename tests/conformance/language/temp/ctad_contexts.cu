// case: ctad_contexts
// spec: [dcl.type.class.deduct]
// arg: out i32[5]
// expect: [4, 8, 1, 2, 6]
template <typename T>
struct Box {
    T v;
    __tile__ constexpr Box(T v) : v(v) {}
};
template <typename T>
struct Holder {
    static constexpr Box inside{T(2)};
};
constexpr Box global{1.0};
__tile__ auto make(int n) { return Box(n); }
template <Box B>
constexpr int value = B.v;

extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(Box(1));
    out[1] = sizeof(global);
    out[2] = make(1).v;
    out[3] = Holder<char>::inside.v;
    auto f = [](auto x) { return Box{x}.v; };
    out[4] = f(1) + value<Box(5)>;
}
