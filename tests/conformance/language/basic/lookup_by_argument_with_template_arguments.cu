// case: lookup_by_argument_with_template_arguments
// spec: [temp.names]/3, [basic.lookup.argdep]
// arg: out i32[2]
// expect: [7, 12]
// note: C++20 takes `<` after a name that finds nothing for template arguments; the call then looks into the namespace of its argument

namespace lib {
struct Row { int value; };
template <int N> __tile__ int times(Row row) { return N * row.value; }
template <class T, int N> __tile__ int shifted(const T& row) { return row.value + N; }
}
extern "C" __tile_global__ void test(int* out) {
    lib::Row row{3};
    out[0] = shifted<lib::Row, 4>(row);
    out[1] = times<4>(row);
}
