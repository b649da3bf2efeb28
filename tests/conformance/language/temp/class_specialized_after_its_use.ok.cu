// case: class_specialized_after_its_use
// spec: [temp.expl.spec]/7
// accept: the same, corrected
template <class T> struct Rank { static constexpr int value = 1; };
template <> struct Rank<int>;
using Pointer = Rank<int>*;
template <> struct Rank<int> { static constexpr int value = 2; };
constexpr int after = Rank<int>::value;
extern "C" __tile_global__ void test(int* out) { *out = after; }
