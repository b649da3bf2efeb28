// case: final_overrider_is_ambiguous
// spec: [class.virtual]/2
// accept: the class says which, one base derives from the other, or only one overrides
struct Shape { virtual __tile__ int area() { return 0; } };
struct Square : virtual Shape { __tile__ int area() override { return 4; } };
struct Circle : virtual Shape { __tile__ int area() override { return 3; } };
struct Both : Square, Circle { __tile__ int area() override { return 7; } };
struct Named : virtual Shape {};
struct NamedSquare : Named, Square {};
struct Tilted : virtual Square { __tile__ int area() override { return 5; } };
struct Plain : virtual Square {};
struct Mixed : Plain, Tilted {};
extern "C" __tile_global__ void test(int* out) {
    *out = sizeof(Both) + sizeof(NamedSquare) + sizeof(Mixed);
}
