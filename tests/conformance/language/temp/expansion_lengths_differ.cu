// case: expansion_lengths_differ
// spec: [temp.variadic]
// reject: E0312 the two packs have different lengths
template <typename... A>
struct List {};
template <typename A, typename B>
struct Pair {};
template <typename... A, typename... B>
__tile__ int zip(List<A...>, List<B...>, List<Pair<A, B>...>* = nullptr) {
    return sizeof...(A);
}

extern "C" __tile_global__ void test(int* out) { *out = zip(List<int, char>(), List<int>()); }
