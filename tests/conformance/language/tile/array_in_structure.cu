// case: array_in_structure
// spec: [class.mem] an array member with a dynamic index, copied with its object
// arg: out i32[3]
// arg: i32 = 1
// expect: [5, 9, 5]
#include "cuda_tile.h"

struct Stack {
    int values[4] = {};
    int count = 0;
    __tile__ void push(int value) { values[count++] = value; }
    __tile__ int pop() { return values[--count]; }
};
extern "C" __tile_global__ void test(int* out, int n) {
    Stack stack;
    for (int i = 0; i < n + 2; ++i) stack.push(4 * i + n);
    Stack copy = stack;
    copy.values[n] = 0;
    stack.pop();
    out[0] = stack.values[n];
    out[1] = copy.pop();
    out[2] = stack.pop();
}
