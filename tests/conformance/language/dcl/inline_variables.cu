// case: inline_variables
// spec: [dcl.inline]/7
// arg: out i32[3]
// expect: [5, 6, 5]
inline constexpr int v = 5;
struct S { static inline const int w = v + 1; };
template <class T> inline constexpr int size = sizeof(T) + 1;
extern "C" __tile_global__ void test(int* out) { out[0] = v; out[1] = S::w; out[2] = size<int>; }
