// case: array_of_own_enumeration
// spec: [dcl.enum], [expr.alignof]
// reject: E0308 neither arrays nor alignments of it are known
template <class T>
struct Both {
    T a[2];
};
enum Size { small, own = alignof(Both<Size>) };

extern "C" __tile_global__ void test(int* out) { *out = own; }
