//@ check
__tile__ void both(int, double) {}
__tile__ void both(double, int) {}
__tile__ void pair(int, int) {}
struct Explicit {
    __tile__ explicit Explicit(int) {}
};
__tile__ void make(Explicit) {}
__tile__ void gone(int) = delete;

__tile_global__ void ambiguous() {
    both(1, 1); //~ error
}
__tile_global__ void too_few() {
    pair(1); //~ error
}
__tile_global__ void no_conversion(int* p) {
    pair(1, p); //~ error
}
__tile_global__ void explicit_only() {
    make(1); //~ error
}
__tile_global__ void deleted() {
    gone(1); //~ error
}
