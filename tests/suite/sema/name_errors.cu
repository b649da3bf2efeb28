//@ check
namespace shapes {
constexpr int width = 4;
}
struct Pair {
    int first, second;
};
class Closed {
    int hidden = 0;
};

__tile_global__ void names(int* p) {
    *p = lenght; //~ error[E0301]: `lenght` is not declared
}
__tile_global__ void members(int* p) {
    *p = shapes::widht; //~ error[E0303]
}
__tile_global__ void fields(int* p) {
    Pair pair{1, 2};
    *p = pair.third; //~ error[E0303]
}
__tile_global__ void access(int* p) {
    Closed closed;
    *p = closed.hidden; //~ error[E0317]
}
__tile_global__ void types(int* p) {
    shapes::width x = 4; //~ error
    *p = 4;
}
// What no kernel reaches is not analysed.
void host() {
    undeclared_function(undeclared_value);
}
