// case: designator_for_class_with_constructor
// spec: [dcl.init.list]/3.1
// reject: E0507 the class is not an aggregate
struct P {
    int x;
    __tile__ P(int v) : x(v) {}
};

extern "C" __tile_global__ void test(int* out) {
    P p{.x = 1};
    *out = p.x;
}
