// case: constructor_from_its_own_value
// spec: [class.copy.ctor]/5
// reject: E0324 the call would copy first
struct Box {
    int value;
    __tile__ Box(int n) : value(n) {}
    __tile__ Box(Box other) : value(other.value) {}
};
extern "C" __tile_global__ void test(int* out) { *out = Box(2).value; }
