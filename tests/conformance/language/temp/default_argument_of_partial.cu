// case: default_argument_of_partial
// spec: [temp.spec.partial.general]
// reject: E0415 the arguments of a partial specialisation are those that match
template <class T, class U>
struct Pair {};
template <class T = int>
struct Pair<T, T> {};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Pair<int, int>); }
