// case: destructor_explicit_call
// spec: [class.dtor], [expr.prim.id.dtor]
// arg: i32 = 8
// arg: out i32[2]
// expect: [8, 16]
struct Note {
    int* at;
    int by;
    __tile__ ~Note() { *at += by; }
};
template <typename T>
__tile__ void destroy(T& object) {
    object.~T();
}

extern "C" __tile_global__ void test(int n, int* out) {
    int total = 0;
    {
        Note note{&total, n};
        destroy(note);
        out[0] = total;
        int plain = 3;
        destroy(plain);
    }
    out[1] = total;
}
