// case: definition_without_tile
// spec: tile: 1.2 Tile Functions
// accept: both are declared for tile code
__tile__ int later();
extern "C" __tile_global__ void test(int* out) { *out = later(); }
__tile__ int later() { return 1; }
