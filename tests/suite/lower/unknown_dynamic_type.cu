//@ check
// A virtual call needs an object whose class is known at compile time.
struct Animal {
    __tile__ virtual int legs() const { return 4; }
};
struct Bird : Animal {
    __tile__ int legs() const override { return 2; }
};

__tile_global__ void known(int* p) {
    Bird bird;
    Animal& animal = bird;
    *p = animal.legs();
}
__tile_global__ void dispatches(int* p, Animal& animal) {
    *p = animal.legs(); //~ error[E0598]
}
