// case: hidden_friends
// spec: [class.friend], [basic.lookup.argdep]
// arg: i32 = 3
// arg: out i32[3]
// expect: [6, 9, 12]
// note: a friend defined in its class is found by argument-dependent lookup only.
namespace lib {
template <typename T>
class Num {
    T v;

public:
    __tile__ explicit Num(T v) : v(v) {}
    friend __tile__ Num operator+(Num a, Num b) { return Num(a.v + b.v); }
    friend __tile__ T value(Num const& n) { return n.v; }
    template <typename U>
    friend __tile__ T scale(Num const& n, U by) {
        return n.v * by;
    }
};
}  // namespace lib
template <typename T>
concept finds_value = requires(T t) { value(t); };
static_assert(finds_value<lib::Num<int>> && !finds_value<int>);

extern "C" __tile_global__ void test(int n, int* out) {
    lib::Num<int> a(n);
    out[0] = value(a + a);
    out[1] = scale(a, 3);
    out[2] = value(a + a + a + lib::Num<int>(3));
}
