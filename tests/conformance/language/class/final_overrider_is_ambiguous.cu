// case: final_overrider_is_ambiguous
// spec: [class.virtual]/2
// reject: E0551 both bases override the function of the one `Shape`
struct Shape { virtual __tile__ int area() { return 0; } };
struct Square : virtual Shape { __tile__ int area() override { return 4; } };
struct Circle : virtual Shape { __tile__ int area() override { return 3; } };
struct Both : Square, Circle {};
extern "C" __tile_global__ void test(int* out) { *out = sizeof(Both); }
