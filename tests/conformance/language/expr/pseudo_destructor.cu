// case: pseudo_destructor
// spec: [expr.prim.id.dtor]
// arg: i32 = 3
// arg: out i32[3]
// expect: [3, 1, 2]
template <class T>
__tile__ void destroy(T& t) {
    t.~T();
}
using I = int;
__tile__ int& counted(int& n, int& calls) {
    ++calls;
    return n;
}

extern "C" __tile_global__ void test(int n, int* out) {
    int x = n, calls = 0;
    out[0] = x;
    counted(x, calls).~I();  // the object expression is evaluated
    out[1] = calls;
    destroy(x);
    int* p = &x;
    p->~I();
    x = 2;  // assigning starts no new lifetime, but the storage of an int is reused
    out[2] = x;
}
