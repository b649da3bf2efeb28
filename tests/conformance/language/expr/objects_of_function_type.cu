// case: objects_of_function_type
// spec: [expr.type.conv]/2
// accept: there are none
template <class T> concept Made = requires { T(); };
template <class T> concept Quiet = requires { { T() } noexcept; };
static_assert(Made<int> && Made<void> && !Made<int()> && !Quiet<int(char)>);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
