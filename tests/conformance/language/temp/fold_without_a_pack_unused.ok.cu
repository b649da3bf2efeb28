// case: fold_without_a_pack_unused
// spec: [expr.prim.fold]/3, [temp.variadic]/5
// accept: the same, corrected; a lambda, a requirement and a capture may name the pack
template <class... T>
__tile__ int sum(int n, T... t) {
    return (n + ... + t);
}
template <class... T>
__tile__ int passed(int n, T... t) {
    return sum(t...) + sum([&] { return n + t; }()...) + sum([t] { return 1; }()...) + (sizeof(T) + ... + 0);
}
template <class... T>
constexpr bool added = requires(T... t) { (t + ...); };
template <class... T>
struct Both {
    int first;
    __tile__ constexpr int all(T... t) const { return ([first = first](auto u) { return first + u; }(t) + ...); }
    __tile__ constexpr auto captured(T... t) const {
        return [... q = t](auto... m) { return (q + ...) + (m + ... + 0); };
    }
};
template <template <class> class... C>
constexpr int sizes = (int)(sizeof(C<int>) + ... + 0);
constexpr auto unused = []<int... N>(auto n, auto... m) -> decltype((m + ... + n)) { return (... + m) + (N + ... + 0); };

extern "C" __tile_global__ void test(int* out) { *out = 1; }
