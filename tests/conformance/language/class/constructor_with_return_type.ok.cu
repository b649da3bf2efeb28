// case: constructor_with_return_type
// spec: [class.ctor.general]/1
// accept: the same, corrected
struct Box {
    __tile__ Box(int n) : value(n) {}
    int value = 1;
};
extern "C" __tile_global__ void test(int* out) { *out = Box{2}.value; }
