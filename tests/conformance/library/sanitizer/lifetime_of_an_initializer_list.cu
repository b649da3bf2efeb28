// case: lifetime_of_an_initializer_list
// spec: [basic.life]
// ub: rule 12: the array of the list ends with it
// arg: out i32[1]
// arg: i32 = 2
#include <initializer_list>

extern "C" __tile_global__ void test(int* o, int n) {
    std::initializer_list<int> last;
    {
        std::initializer_list<int> inner = {1, 2, n};
        last = inner;
    }
    o[0] = *last.begin();
}
