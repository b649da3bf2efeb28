//@ check
// The body of a friend, which is not a template itself, is part of the specialisation that declares it.
template <class T> struct Friend { //~ error[E0407]: more than 1024 nested
    friend auto g(Friend) { return int(sizeof(g(Friend<T *>()))); }
};
__tile_global__ void kernel(int *out) { out[0] = int(sizeof(g(Friend<int>()))); }
