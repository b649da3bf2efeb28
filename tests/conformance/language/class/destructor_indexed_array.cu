// case: destructor_indexed_array
// spec: [class.dtor]
// arg: i32[3] = [2, 0, 1]
// arg: out i32[2]
// expect: [60, 231]
// note: elements that are reached by an index at run time are destroyed like others.
struct Cell {
    int* log;
    int n;
    __tile__ ~Cell() { *log = *log * 10 + n; }
};

extern "C" __tile_global__ void test(int* in, int* out) {
    int log = 0;
    {
        Cell cells[3] = {{&log, 10}, {&log, 20}, {&log, 30}};
        int sum = 0;
        for (int i = 0; i < 3; ++i) sum += cells[in[i]].n;
        out[0] = sum;
        for (int i = 0; i < 3; ++i) cells[in[i]].n = i + 1;
    }
    out[1] = log == 132 ? 231 : log;
}
