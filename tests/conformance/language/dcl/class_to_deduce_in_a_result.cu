// case: class_to_deduce_in_a_result
// spec: [dcl.type.class.deduct]/2
// reject: E0310 a return statement deduces no class template
template <class T>
struct Box {
    T value;
};
__tile__ Box boxed(int x) { return Box<int>{x}; }
extern "C" __tile_global__ void test(int* out) { *out = boxed(1).value; }
