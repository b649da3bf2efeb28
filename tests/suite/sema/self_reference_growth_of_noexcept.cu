//@ check
// Each exception specification needs that of a larger specialisation; g++ and clang refuse it too.
template <class T> void f(T t) noexcept(noexcept(f(&t))); //~ error[E0407]: more than 1024 nested
__tile_global__ void kernel(int *out) { out[0] = noexcept(f(1)); }
