// case: host_function_declared_with_an_error
// spec: [over.match.viable]
// accept: no tile code calls the overload whose type means nothing here
host_library::handle count(host_library::handle of);
__tile__ int count() { return 1; }
extern "C" __tile_global__ void test(int* out) { *out = count(); }
