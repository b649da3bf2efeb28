// case: initializer_list_narrows
// spec: [over.match.list]/1, [dcl.init.list]/7
// accept: parentheses do not prefer it
#include <initializer_list>
struct V {
    int kind;
    __tile__ V(double, double) : kind(2) {}
    __tile__ V(std::initializer_list<int>) : kind(3) {}
};

extern "C" __tile_global__ void test(int* out) { *out = V(1.5, 2.5).kind; }
