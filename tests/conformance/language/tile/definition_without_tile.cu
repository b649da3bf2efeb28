// case: definition_without_tile
// spec: tile: 1.2 Tile Functions
// reject: E0540 the definition is a host function
__tile__ int later();
extern "C" __tile_global__ void test(int* out) { *out = later(); }
int later() { return 1; }
