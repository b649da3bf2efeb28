// case: array_from_an_empty_pack
// spec: [dcl.init.aggr]/10
// reject: E0505 the pack has no elements
template <int... V> __tile__ int count() {
    int values[] = {V...};
    return sizeof values / sizeof *values;
}
extern "C" __tile_global__ void test(int* out) { *out = count<>(); }
