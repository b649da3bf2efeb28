//@ check
// A call that names its object is not virtual; one through a reference is.
struct Animal {
    __tile__ virtual int legs() const { return 4; }
};
struct Bird : Animal {
    __tile__ int legs() const override { return 2; }
};

__tile_global__ void known(int* p) {
    Bird bird;
    *p = bird.legs();
}
__tile_global__ void dispatches(int* p, Animal& animal) { //~ warning[E0328]
    *p = animal.legs(); //~ error[E0598]
}
