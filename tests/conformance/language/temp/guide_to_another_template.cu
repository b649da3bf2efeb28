// case: guide_to_another_template
// spec: [temp.deduct.guide]/3
// reject: E0415 a guide makes its own class
template <class T> struct Box { T value; };
template <class T> struct Other { T value; };
template <class T> Box(T*) -> Other<T>;
extern "C" __tile_global__ void test(int* out) { *out = 1; }
