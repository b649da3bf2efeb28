//@ check
// A guide that deduces by itself what it is to deduce asks for the same again.
template <class T> struct Guided {
    Guided(T);
};
template <class T> Guided(T) -> Guided<decltype(Guided(T()))>; //~ error[E0314]
__tile_global__ void kernel(int *out) { out[2] = sizeof(Guided(1)); }
