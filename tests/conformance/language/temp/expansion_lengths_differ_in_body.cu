// case: expansion_lengths_differ_in_body
// spec: [temp.variadic]
// reject: E0408 the two packs have different lengths
template <typename... A>
struct List {};
template <typename A, typename B>
struct Pair {};
template <typename... A, typename... B>
__tile__ int zip(List<A...>, List<B...>) {
    return sizeof(List<Pair<A, B>...>);
}

extern "C" __tile_global__ void test(int* out) { *out = zip(List<int, char>(), List<int>()); }
