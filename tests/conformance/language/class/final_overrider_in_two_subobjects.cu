// case: final_overrider_in_two_subobjects
// spec: [class.virtual]/2
// reject: E0551 two subobjects `Middle` override the function of the one `Base`
struct Base { virtual __tile__ int get() { return 0; } };
struct Middle : virtual Base { __tile__ int get() override { return 1; } };
struct Left : Middle { __tile__ int get() override { return 2; } };
struct Right : virtual Middle {};
struct Both : Left, Right {};
extern "C" __tile_global__ void test(int* out) { *out = sizeof(Both); }
