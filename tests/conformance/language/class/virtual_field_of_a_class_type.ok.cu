// case: virtual_field_of_a_class_type
// spec: [dcl.fct.spec], [class.virtual]
// accept: the same, corrected; an alias may be of the type of a function
struct Part { int a; };
using Count = unsigned long;
using Function = int(int);
struct Whole {
    Part part;
    Count count;
    virtual Function function;
};

extern "C" __tile_global__ void test(int* out) { *out = 1; }
