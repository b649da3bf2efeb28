// Looking an alias up resolved its own target: endless recursion.
namespace a = a::b;
__tile_global__ void k(int* p) { *p = a::x; }
