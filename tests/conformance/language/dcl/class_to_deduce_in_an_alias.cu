// case: class_to_deduce_in_an_alias
// spec: [dcl.type.class.deduct]/2
// reject: E0310 an alias has no initialiser
template <class T>
struct Box {
    T value;
};
using Of = Box;
extern "C" __tile_global__ void test(int* out) { *out = Of{1}.value; }
