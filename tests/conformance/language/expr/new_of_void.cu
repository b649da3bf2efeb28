// case: new_of_void
// spec: [expr.new]/1
// accept: there are no objects of type `void`
template<class T> concept New = requires { new T; };
static_assert(New<int> && New<int*> && !New<void> && !New<const void> && !New<int&>);

extern "C" __tile_global__ void test(int*) {}
