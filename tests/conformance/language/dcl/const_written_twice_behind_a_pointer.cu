// case: const_written_twice_behind_a_pointer
// spec: [dcl.type.cv]/1, [dcl.ptr]
// reject: E0208 each qualifier at most once in a *cv-qualifier-seq*
extern "C" __tile_global__ void test(int* out, int n) {
    int* const const p = out;
    *p = n;
}
