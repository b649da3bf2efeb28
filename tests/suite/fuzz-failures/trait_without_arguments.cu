// The first argument of a trait was taken to be there.
template <class... T>
constexpr bool all = __is_trivially_constructible();
__tile_global__ void k(int* p) { *p = all<int>; }
