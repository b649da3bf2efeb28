//@ check
// Two uses a level are no more than one.
template <class T> struct Member {
    int y;
    auto operator<=>(const Member &) const = default;
    int x = int(Member<T *>{} == Member<T *>{}); //~ error[E0407]: more than 1024 nested
};
__tile_global__ void kernel(int *out) { out[0] = int(Member<int>{} == Member<int>{}); }
