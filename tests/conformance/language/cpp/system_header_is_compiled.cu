// case: system_header_is_compiled
// spec: [cpp.pragma]/1
// reject: E0214 the file that is compiled is not a header of the system, so that its errors are reported
#pragma GCC system_header
struct M {};
constexpr M* m = nullptr;
extern "" __tile_global__ void test(int* p) { p[0] = m == nullptr; }
