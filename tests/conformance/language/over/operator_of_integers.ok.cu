// case: operator_of_integers
// spec: [over.oper.general]
// accept: the same, corrected
struct Int {
    int value;
};
__tile__ int operator+(Int a, int b) { return a.value - b; }

extern "C" __tile_global__ void test(int* out) { *out = Int{1} + 2; }
