// case: lambda_body_is_not_immediate
// spec: [temp.deduct.general]/9 the body of a lambda is not in the immediate context of a substitution
// reject: E0503 `nullptr_t` does not convert to `int`
template<class T> concept returns_null = requires { []() -> T { return nullptr; }; };
static_assert(returns_null<int*>);
static_assert(sizeof(char[returns_null<int> ? 1 : 2]) > 0);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
