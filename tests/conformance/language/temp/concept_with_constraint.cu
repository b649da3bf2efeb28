// case: concept_with_constraint
// spec: [temp.concept]
// reject: E0415 a concept is not a constrained template
template <class T>
concept Sized = sizeof(T) > 1;
template <Sized T>
concept Wide = sizeof(T) > 4;

extern "C" __tile_global__ void test(int* out) { *out = Wide<long>; }
