// case: scope_of_macros
// spec: [cpp.scope]
// arg: i32 = 3
// arg: out i32[4]
// expect: [5, 5, 3, 7]
// note: a definition lasts until its #undef, or the end of the file, whatever blocks and namespaces are around.
namespace inner {
#define LOCAL 5
constexpr int first = LOCAL;
}

__tile__ int use() {
    {
#define DEEP 4
    }
    return LOCAL;
}

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = inner::first;
    out[1] = use();
#undef LOCAL
    int LOCAL = n;
    out[2] = LOCAL;
    out[3] = DEEP + n;
}
