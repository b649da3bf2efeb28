// case: downcast_of_null
// spec: [expr.static.cast]/11
// arg: inout i32[12] = [0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0]
// expect: [1, 1, 1, 1, 2, 1, 3, 1, 1, 1, 1, 6]
struct A { int a = 1; };
struct B { int b = 2; };
struct M : A, B { int m = 3; };
struct N : A, M { int n = 4; };
template <class D> struct Itself {
    int own = 6;
    __tile__ D* down() { return static_cast<D*>(this); }
};
struct E : A, Itself<E> { int e = 6; };
__tile__ inline M* down(B* b) { return static_cast<M*>(b); }
__tile__ inline bool is_null(M* m) { return !m; }

extern "C" __tile_global__ void test(int* p) {
    M x;
    const B* c = nullptr;
    B* v = p[3] == 3 ? nullptr : &x;
    M* z = nullptr;
    B* u = z;
    p[0] = static_cast<const M*>(c) == nullptr;
    p[1] = down(v) == nullptr;
    p[2] = (M*)u == nullptr;
    p[3] = down(nullptr) == nullptr;
    if (M* q = down(v)) p[4] = q->m; else p[4] = 2;
    B* all[2] = {v, &x};
    p[5] = static_cast<M*>(all[0]) == nullptr;
    p[6] = static_cast<M*>(all[p[3]])->m;           // an object stays one
    p[7] = is_null(static_cast<M*>(v));
    N* n = static_cast<N*>(v);                      // over two steps
    p[8] = n == nullptr;
    p[9] = static_cast<B*>(static_cast<M*>(v)) == v; // down and up again
    p[10] = static_cast<M*>(v ? &x : v) == nullptr;
    E e;
    p[11] = e.down()->e;
}
