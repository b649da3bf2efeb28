// case: member_function_by_type
// spec: [dcl.fct]/13
// accept: the static assertions hold
using CF = int() const;
struct T {
    CF g;
};
static_assert(sizeof(T) == 1);
extern "C" __tile_global__ void test(int *p) {}
