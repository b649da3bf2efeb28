//@ run: cpu emulator gpu
//@ arg index: i32[3] = [2, 0, 1]
//@ arg out: out i32[7]
//@ expect out = 30 10 20 98 6 4 9
// Constants with static storage, indexed at run time, and text.
constexpr int table[3] = {10, 20, 30};
struct Config {
    static constexpr int width = 6;
    static constexpr char text[] = "abc";
};
template <int N> constexpr int square = N * N;
inline constexpr struct { int rows, columns; } shape{4, 8};

__tile__ int lookup(int i) {
    static constexpr int local[] = {7, 8, 9};
    return local[i];
}

__tile_global__ void kernel(int const* index, int* out) {
    for (int i = 0; i < 3; ++i) out[i] = table[index[i]];
    out[3] = Config::text[index[2]];
    out[4] = Config::width;
    out[5] = shape.rows * square<1>;
    out[6] = lookup(index[0]);
}
