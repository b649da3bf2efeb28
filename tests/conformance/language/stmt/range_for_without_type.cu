// case: range_for_without_type
// spec: [stmt.ranged]/1 the declaration of a range-based `for` has a type among its specifiers
// reject: E0203 expected the type of a variable
extern "C" __tile_global__ void test(int* out) {
    int values[2] = {1, 2};
    for (const & value : values) out[0] = value;
}
