// case: explicit_bool
// spec: [dcl.fct.spec], [class.conv.ctor]
// arg: i32 = 3
// arg: out i32[3]
// expect: [3, 5, 1]
template <typename T>
struct Box {
    T value;
    template <typename U>
    __tile__ explicit(!__is_same(T, U)) Box(U u) : value(static_cast<T>(u)) {}
};
template <typename To, typename From>
concept converts = requires(void (*f)(To), From from) { f(from); };
static_assert(converts<Box<int>, int> && !converts<Box<int>, long>);

extern "C" __tile_global__ void test(int n, int* out) {
    Box<int> a = n;
    Box<int> b(5L);
    out[0] = a.value;
    out[1] = b.value;
    out[2] = __is_constructible(Box<int>, long);
}
