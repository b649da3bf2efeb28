// case: conditional_explicit
// spec: [dcl.fct.spec]
// arg: out i32[3]
// arg: i32 = 5
// expect: [5, 1, 0]

template <class T>
struct Box {
    T value;
    explicit(sizeof(T) > 4) __tile__ Box(T v) : value(v) {}
};
template <class To, class From>
concept Converts = requires(From f, void (*take)(To)) { take(f); };

extern "C" __tile_global__ void test(int* out, int n) {
    Box<int> b = n;
    out[0] = b.value;
    out[1] = Converts<Box<int>, int>;
    out[2] = Converts<Box<long long>, long long>;
}
