// case: deprecated_enumerator
// spec: [dcl.attr.deprecated], [dcl.enum]
// warns: E0531 one enumerator of several
enum class Mode { fast, exact [[deprecated]] };

extern "C" __tile_global__ void test(int* out) { *out = int(Mode::fast) + int(Mode::exact); }
