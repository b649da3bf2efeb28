// case: typename_missing_in_a_template_argument
// spec: [temp.res.general]/4
// accept: said to be a type
template <class T> struct Box { T value; };
struct Traits { using type = int; };
template <class T> __tile__ int boxed(int n) {
    Box<typename T::type> box{n};
    return box.value;
}
extern "C" __tile_global__ void test(int* out, int n) { *out = boxed<Traits>(n); }
