// case: pseudo_destructors
// spec: [expr.prim.id.dtor]
// arg: out i32[2]
// arg: i32 = 8
// expect: [8, 8]
// note: the call has no effect but the evaluation of its object

template <class T>
__tile__ int destroy(T x, T* p) {
    x.~T();
    p->~T();
    return 8;
}
using I = int;

extern "C" __tile_global__ void test(int* out, int n) {
    int x = n;
    x.~I();
    (&x)->I::~I();
    out[0] = n;
    out[1] = destroy(x, &x);
}
