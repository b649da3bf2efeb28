//@ check
// An evaluation that needs that of a larger specialisation without end is stopped at the limit, whatever is
// evaluated, and is said once; g++ and clang refuse it too.
template <class T> struct Enumerator { //~ error[E0407]: more than 1024 nested
    enum class E { v = int(Enumerator<T *>::E::v) };
};
__tile_global__ void kernel(int *out) { out[0] = int(Enumerator<int>::E::v); }
