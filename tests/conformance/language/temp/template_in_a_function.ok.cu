// case: template_in_a_function
// spec: [temp.pre]/5
// accept: the same, corrected
template <class T> struct Local { T value; };
extern "C" __tile_global__ void test(int* out, int n) { *out = Local<int>{n}.value; }
