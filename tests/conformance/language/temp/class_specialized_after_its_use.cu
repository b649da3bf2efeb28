// case: class_specialized_after_its_use
// spec: [temp.expl.spec]/7
// reject: E0413 the use would instantiate the template
template <class T> struct Rank { static constexpr int value = 1; };
constexpr int before = Rank<int>::value;
template <> struct Rank<int> { static constexpr int value = 2; };
extern "C" __tile_global__ void test(int* out) { *out = before; }
