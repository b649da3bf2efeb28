// case: concept_in_class
// spec: [temp.concept]
// reject: E0415 a concept is a member of a namespace
struct A {
    template <class T>
    concept Wide = sizeof(T) > 4;
};

extern "C" __tile_global__ void test(int* out) { *out = 1; }
