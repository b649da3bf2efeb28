// case: friend_defines_a_declared_function
// spec: [class.friend]/6, [temp.friend]/5
// arg: out i32[2]
// expect: [3, 4]
// A friend declaration may define what the namespace declares, and has its default arguments.
template <class T> constexpr int f(T x, int n = 3);
constexpr int g(int, int n = 4);
struct F {
    template <class U> friend constexpr int f(U, int n) { return n; }
    friend constexpr int g(int, int n) { return n; }
};
static_assert(f(1) == 3 && f(F{}) == 3 && g(1) == 4);
extern "C" __tile_global__ void test(int* out) {
    out[0] = f(1);
    out[1] = g(1);
}
