// case: const_object_nonconst_member
// spec: [over.match.funcs]/4
// reject: E0312 the object parameter would drop const
struct S {
    int n = 0;
    __tile__ int next() { return ++n; }
};

extern "C" __tile_global__ void test(int* out) {
    S const s;
    *out = s.next();
}
