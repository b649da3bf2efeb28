// case: const_written_twice
// spec: [dcl.type.cv]/1
// accept: through an alias and a template parameter `const` is ignored, and so is each pointer's own
using Constant = const int;
template <class T> __tile__ int added(const T a, const T& b) { return a + b; }
extern "C" __tile_global__ void test(int* out, int n) {
    const Constant twice = 2 * n;
    const int* const p = &twice;
    *out = added<const int>(twice, *p);
}
