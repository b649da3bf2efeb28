// case: host_function_declared_with_an_error
// spec: [basic.scope.pdecl]
// reject: E0312 the trailing return type names the function itself, which is not declared there
auto count() -> decltype(count());
extern "C" __tile_global__ void test(int* out) { *out = count(); }
