// case: concept_of_itself
// spec: [temp.concept]
// reject: E0411 a concept does not refer to itself
template <typename T>
concept Loop = Loop<T*>;

extern "C" __tile_global__ void test(int* out) { *out = Loop<int>; }
