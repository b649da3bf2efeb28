// case: lambda_body_is_not_immediate
// spec: [temp.deduct.general]/9 the type of a generic lambda is
// accept: the declared type of the lambda is in the immediate context
template<class T> concept has_x = requires(T t) { [](auto u) -> decltype(u.x) { return u.x; }(t); };
struct X { int x; };
static_assert(has_x<X> && !has_x<int>);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
