// case: constrained_friends_and_operators
// spec: [temp.friend], [over.match.viable]
// arg: i32 = 3
// arg: out i32[3]
// expect: [6, 1, 9]
template <typename T>
concept Addable = requires(T t) { t + t; };
template <typename T>
struct Box {
    T v;
    friend __tile__ Box operator+(Box a, Box b) requires Addable<T>
    {
        return Box{a.v + b.v};
    }
    __tile__ operator T() const requires(sizeof(T) > 1)
    {
        return v;
    }
    __tile__ auto operator()(auto f) const requires requires { f(v); }
    {
        return f(v);
    }
};
struct N {};

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = (Box<int>{n} + Box<int>{n}).v;
    out[1] = !Addable<Box<N>>;
    out[2] = Box<int>{n}([](int x) { return x * x; });
}
