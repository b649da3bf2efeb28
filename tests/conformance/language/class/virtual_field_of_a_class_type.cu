// case: virtual_field_of_a_class_type
// spec: [dcl.fct.spec], [class.virtual]
// reject: E0323 E0323 a class and an integer are not functions, though nothing uses the class around them
struct Part { int a; };
using Count = unsigned long;
struct Whole {
    virtual Part part;
    virtual Count count;
};

extern "C" __tile_global__ void test(int* out) { *out = 1; }
