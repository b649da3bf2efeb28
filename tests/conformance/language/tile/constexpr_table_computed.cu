// case: constexpr_table_computed
// spec: [dcl.constexpr] a table made by constant evaluation, of structures
// arg: out i32[3]
// arg: i32 = 4
// expect: [16, 17, 25]
#include "cuda_tile.h"

struct Entry {
    short square;
    int next;
};
struct Table {
    Entry rows[8];
};
constexpr Table make() {
    Table t{};
    for (int i = 0; i < 8; ++i) t.rows[i] = {static_cast<short>(i * i), i * i + 1};
    return t;
}
constexpr Table squares = make();

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = squares.rows[n].square;
    out[1] = squares.rows[n].next;
    const Entry& row = squares.rows[n + 1];
    out[2] = row.square;
}
