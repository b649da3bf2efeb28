// case: requires_clauses_everywhere
// spec: [temp.constr.decl], [dcl.decl.general]
// arg: out i32[10]
// expect: [1, 2, 1, 2, 1, 2, 3, 5, 6, 7]
template <typename T>
concept Small = sizeof(T) <= 2;
template <typename T>
    requires Small<T>
constexpr int in_head(T) {
    return 1;
}
template <typename T>
constexpr int in_head(T) {
    return 2;
}
template <typename T>
constexpr int trailing(T) requires Small<T>
{
    return 1;
}
template <typename T>
constexpr int trailing(T) requires(!Small<T>)
{
    return 2;
}
template <typename T>
struct Member {
    constexpr int f() requires Small<T>
    {
        return 1;
    }
    constexpr int f() { return 2; }
    template <typename U>
        requires(Small<T> && Small<U>)
    constexpr int g(U) {
        return 3;
    }
};
template <Small T>
constexpr int variable = 5;
template <typename T>
    requires(sizeof(T) == 4)
struct OnlyFour {
    static constexpr int v = 6;
};
template <typename T>
    requires Small<T>
using Alias = T;

extern "C" __tile_global__ void test(int* out) {
    out[0] = in_head('a');
    out[1] = in_head(1);
    out[2] = trailing('a');
    out[3] = trailing(1);
    out[4] = Member<char>().f();
    out[5] = Member<int>().f();
    out[6] = Member<char>().g('b');
    out[7] = variable<char>;
    out[8] = OnlyFour<int>::v;
    out[9] = sizeof(Alias<short>) + 5;
}
