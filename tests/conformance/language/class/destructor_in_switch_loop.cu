// case: destructor_in_switch_loop
// spec: [stmt.switch], [stmt.jump.general]
// arg: i32[5] = [0, 1, 2, 3, 1]
// arg: out i32[2]
// expect: [11, 104]
// note: continue and break inside a switch end the objects of the case and of the round.
struct Live {
    int& n;
    int& ended;
    __tile__ Live(int& n, int& ended) : n(n), ended(ended) { ++n; }
    __tile__ ~Live() { --n, ++ended; }
};

extern "C" __tile_global__ void test(int* in, int* out) {
    int alive = 0, ended = 0, seen = 0;
    for (int k = 0; k < 5; ++k) {
        Live round(alive, ended);
        switch (in[k]) {
            case 0: {
                Live inner(alive, ended);
                seen += alive;
                break;
            }
            case 1: {
                Live inner(alive, ended);
                Live more(alive, ended);
                continue;
            }
            case 2: seen += 100;
            case 3: {
                Live inner(alive, ended);
                seen += alive - 1;
            }
            default: break;
        }
        if (in[k] == 9) return;
    }
    out[0] = ended + alive - 1;
    out[1] = seen;
}
