// case: unclosed_template_head
// spec: [temp.pre]
// reject: E0215 the list needs its `>`

template <class T, int N __tile__ T f(T x) { return x + N; }
extern "C" __tile_global__ void test(int* out, int n) {
    *out = n;
}
