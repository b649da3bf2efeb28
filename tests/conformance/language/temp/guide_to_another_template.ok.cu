// case: guide_to_another_template
// spec: [temp.deduct.guide]/3
// accept: the same, corrected
template <class T> struct Box { T value; };
template <class T> Box(T) -> Box<T>;
extern "C" __tile_global__ void test(int* out) { *out = Box{2}.value; }
