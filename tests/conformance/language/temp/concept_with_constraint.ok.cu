// case: concept_with_constraint
// spec: [temp.concept]
// accept: the same, corrected
template <class T>
concept Sized = sizeof(T) > 1;
template <class T>
concept Wide = Sized<T> && sizeof(T) > 4;

extern "C" __tile_global__ void test(int* out) { *out = Wide<long>; }
