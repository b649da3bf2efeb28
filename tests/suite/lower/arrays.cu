//@ run: cpu emulator gpu
//@ arg index: i32[4] = [3, 0, 2, 3]
//@ arg out: out i32[14]
//@ expect out[0..4] = 9 0 4 9
//@ expect out[4..8] = 6 10 3 0
//@ expect out[8..14] = 1 3 24 2 42 5
// Local arrays, indexed by constants, loop counters and loaded values.
struct Table {
    int rows[2][3];
    int n;
};

__tile_global__ void kernel(int const* index, int* out) {
    int squares[4];
    for (int i = 0; i < 4; ++i) squares[i] = i * i;
    for (int i = 0; i < 4; ++i) out[i] = squares[index[i]];

    int rest[5] = {1, 2, 3};
    int s = 0;
    for (int x : rest) s += x;
    out[4] = s;
    rest[index[0]] = 4;
    s = 0;
    for (int i = 4; i >= 0; --i) s += rest[i];
    out[5] = s;
    out[6] = rest[2];
    out[7] = rest[4];

    // Counting, with the same element hit twice.
    int counts[4] = {};
    for (int i = 0; i < 4; ++i) counts[index[i]]++;
    out[8] = counts[0];
    out[9] = counts[3] + counts[2];

    int grid[3][4];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) grid[i][j] = 10 * i + j;
    out[10] = grid[index[2]][1] + grid[0][index[0]];
    grid[1][index[2]] = 2;
    out[11] = grid[1][2];

    Table table = {{{1, 2, 3}, {4, 5, 6}}, 7};
    Table copy = table;
    copy.rows[index[1]][index[2]] = 42;
    out[12] = copy.rows[0][2];
    out[13] = table.rows[0][2] + table.rows[1][index[1]] - 2;
}
