// case: depth_of_deduction
// spec: [temp.deduct], [implimits]
// reject: E0407 the return type asks for the same with one pointer more
template <typename T>
struct Tag {};
template <typename T>
constexpr auto f(Tag<T> t) -> decltype(f(Tag<T*>()));

extern "C" __tile_global__ void test(int* out) { *out = sizeof(f(Tag<int>())); }
