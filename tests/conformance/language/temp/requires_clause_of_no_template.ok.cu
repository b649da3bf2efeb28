// case: requires_clause_of_no_template
// spec: [dcl.decl.general]/4
// accept: the same, corrected
template <class T> struct Box {
    T value;
    __tile__ int twice() const requires(sizeof(T) == 4) { return 2 * value; }
};
extern "C" __tile_global__ void test(int* out, int n) { *out = Box<int>{n}.twice(); }
