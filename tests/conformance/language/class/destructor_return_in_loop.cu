// case: destructor_return_in_loop
// spec: [stmt.return], [stmt.jump.general]
// arg: i32[4] = [5, 7, 9, 11]
// arg: out i32[6]
// expect: [2, 3, 4, 8, -1, 9]
// note: a return out of nested loops destroys what every scope on the way has made.
struct Depth {
    int& n;
    __tile__ explicit Depth(int& n) : n(n) { ++n; }
    __tile__ ~Depth() { --n; }
};
__tile__ int find(int* in, int wanted, int& depth, int& steps) {
    Depth whole(depth);
    for (int i = 0; i < 4; ++i) {
        Depth outer(depth);
        for (int j = 0; j < 2; ++j) {
            Depth inner(depth);
            ++steps;
            if (in[i] == wanted) return i * 1 + depth - 2;
            if (in[i] > wanted) return -1;
        }
    }
    return depth;
}

extern "C" __tile_global__ void test(int* in, int* out) {
    int depth = 0, steps = 0;
    out[0] = find(in, 7, depth, steps);
    out[1] = steps + depth;
    out[2] = find(in, 11, depth, steps) + depth;
    out[3] = steps + depth - 2;
    out[4] = find(in, 8, depth, steps);
    out[5] = find(in, 99, depth, steps) + 8;
}
