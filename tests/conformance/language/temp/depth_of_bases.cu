// case: depth_of_bases
// spec: [temp.inst], [implimits]
// reject: E0407 each base needs the next
template <typename T>
struct Next : Next<T*> {};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Next<int>); }
