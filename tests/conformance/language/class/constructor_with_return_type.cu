// case: constructor_with_return_type
// spec: [class.ctor.general]/1
// reject: E0212 a constructor has none
struct Box {
    int Box(int n);
    int value = 1;
};
extern "C" __tile_global__ void test(int* out) { *out = Box{}.value; }
