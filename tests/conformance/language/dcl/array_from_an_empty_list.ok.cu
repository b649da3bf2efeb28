// case: array_from_an_empty_list
// spec: [dcl.init.aggr]/10
// accept: the length is written, or there is an element
template <int... V> __tile__ int count() {
    int values[] = {V..., 0};
    return sizeof values / sizeof *values;
}
extern "C" __tile_global__ void test(int* out) {
    int a[2] = {};
    *out = sizeof a + count<>();
}
