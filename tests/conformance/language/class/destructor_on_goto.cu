// case: destructor_on_goto
// spec: [stmt.jump.general], [stmt.goto]
// arg: i32[3] = [0, 1, 2]
// arg: out i32[3]
// expect: [3213, 213, 13]
// note: a jump out of a scope destroys what the scope has made, a jump back the objects after it.
struct Mark {
    int& log;
    int digit;
    __tile__ Mark(int& log, int digit) : log(log), digit(digit) {}
    __tile__ ~Mark() { log = log * 10 + digit; }
};

extern "C" __tile_global__ void test(int* in, int* out) {
    for (int k = 0; k < 3; ++k) {
        int log = 0;
        {
            Mark last(log, 3);
            {
                Mark one(log, 1);
                if (in[k] == 2) goto end;
                Mark two(log, 2);
                if (in[k] == 1) goto end;
                {
                    Mark three(log, 3);
                    goto end;
                }
            }
        end:
            log += 0;
        }
        out[k] = log;
    }
}
