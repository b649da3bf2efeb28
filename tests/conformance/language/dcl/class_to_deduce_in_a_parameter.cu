// case: class_to_deduce_in_a_parameter
// spec: [dcl.type.class.deduct]/2
// reject: E0310 the argument of a call deduces no class template
template <class T>
struct Box {
    T value;
};
template <class T> Box(T) -> Box<T>;
__tile__ int value(const Box& box) { return box.value; }
extern "C" __tile_global__ void test(int* out) { *out = value(Box{1}); }
