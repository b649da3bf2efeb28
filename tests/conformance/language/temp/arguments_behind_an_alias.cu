// case: arguments_behind_an_alias
// spec: [temp.names]/1
// reject: E0305 template arguments behind the name of a class that is not a template
template <class T> struct Box { T value; };
using IntBox = Box<int>;
extern "C" __tile_global__ void test(float* out, float x) { *out = IntBox<float>{x}.value; }
