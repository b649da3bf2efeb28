// case: many_overloads
// spec: [temp.func.order]
// arg: out i32[2]
// expect: [3, 1]
template <int N>
struct rank : rank<N - 1> {};
template <>
struct rank<0> {};
template <typename T>
constexpr int pick(rank<0>, T) {
    return 0;
}
template <typename T>
constexpr int pick(rank<1>, T t) requires(sizeof(T) > 1)
{
    return 1;
}
template <typename T>
constexpr int pick(rank<2>, T t) requires requires { t.x; }
{
    return 2;
}
template <typename T>
constexpr int pick(rank<300>, T t) requires requires { t.x.y; }
{
    return 3;
}
struct A {
    struct {
        int y;
    } x;
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = pick(rank<400>(), A());
    out[1] = pick(rank<400>(), 1);
}
