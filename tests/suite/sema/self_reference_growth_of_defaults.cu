//@ check
template <class T> struct Default { //~ error[E0407]: more than 1024 nested
    static int f(int x = Default<T *>::f() + Default<T *>::f());
};
__tile_global__ void kernel(int *out) { out[0] = int(sizeof(Default<int>::f())); }
