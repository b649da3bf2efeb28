template <typename T>
class Box {
    T& place;
    T old;

public:
    __tile__ Box explicit(T& place) : place(place), old(place) {}
    __tile__ ~Box() { place = old; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Box<int> box(n);
    out[0] = n;
}
