// case: type_named_beside_macros_of_a_namespace
// spec: [basic.lookup.unqual]/1
// arg: out i32[5]
// expect: [12, 3, 64, 2, 5]
#include <cuda_bf16.h>
#include <cuda_fp16.h>
typedef struct Later *later_pointer;
#define LENGTH 64
#define CONSTANT(name, value) constexpr int name = value
#define POINTER(name) typedef struct Hidden *name;
namespace sizes {
constexpr int line = __LINE__;
CONSTANT(three, 3);
enum { length = LENGTH };
POINTER(hidden_pointer)
struct Hidden { int x; };
__tile__ int width() { return sizeof(__nv_bfloat16); }
__tile__ int hidden(hidden_pointer p) { return p->x; }
extern "C" __tile_global__ void test(int* out) {
    Hidden five{5};
    out[0] = line;
    out[1] = three;
    out[2] = length;
    out[3] = static_cast<int>(static_cast<float>(__half(2.0f))) + width() - 2;
    out[4] = hidden(&five);
}
} // namespace sizes
