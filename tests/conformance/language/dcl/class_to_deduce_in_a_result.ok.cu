// case: class_to_deduce_in_a_result
// spec: [dcl.type.class.deduct]/2 [temp.local]/1
// arg: out i32[2]
// expect: [1, 2]
template <class T>
struct Box {
    T value;
    using Self = Box;
    __tile__ Box next() const { return Box{value + 1}; }
    __tile__ static int of(Box box) { return box.value; }
};
template <class T> Box(T) -> Box<T>;
__tile__ auto boxed(int x) { return Box{x}; }
extern "C" __tile_global__ void test(int* out) {
    out[0] = boxed(1).value;
    Box<int>::Self next = boxed(1).next();
    out[1] = Box<int>::of(next);
}
