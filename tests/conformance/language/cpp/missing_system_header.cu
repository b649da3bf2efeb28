// case: missing_system_header
// spec: tile:1.2 Language and Architecture Support
// accept: host code may use headers that are not here, as long as no kernel needs them
#include <boost/there/is/no/such.hpp>
#include <sys//types.h>
extern "C" __tile_global__ void test(int* out) { *out = 1; }
