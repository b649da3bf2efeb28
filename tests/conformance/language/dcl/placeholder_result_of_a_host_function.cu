// case: placeholder_result_of_a_host_function
// spec: [dcl.type.class.deduct]/2
// reject: E0312 a class to be deduced is not the type of a result
template <class T>
struct Box {
    T value;
};
Box boxed(int x) { return {x}; }
extern "C" __tile_global__ void test(int* out) { *out = boxed(1).value; }
