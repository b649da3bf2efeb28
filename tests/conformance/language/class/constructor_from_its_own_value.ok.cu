// case: constructor_from_its_own_value
// spec: [class.copy.ctor]/5
// accept: the same, corrected
struct Box {
    int value;
    __tile__ Box(int n) : value(n) {}
    __tile__ Box(const Box& other) : value(other.value) {}
};
extern "C" __tile_global__ void test(int* out) { *out = Box(2).value; }
