// case: access_of_bases
// spec: [class.access.base]
// arg: i32 = 6
// arg: out i32[3]
// expect: [6, 12, 7]
// note: inside the class a private base converts; a using-declaration makes its members public.
struct Engine {
    int power;
    __tile__ int twice() const { return 2 * power; }
};
__tile__ int read(Engine const& e) { return e.power; }
class Car : private Engine {
public:
    __tile__ explicit Car(int p) : Engine{p} {}
    using Engine::twice;
    __tile__ int power_of() const { return read(*this); }
    __tile__ int plus() const {
        Engine const* e = this;
        return e->power + 1;
    }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Car car(n);
    out[0] = car.power_of();
    out[1] = car.twice();
    out[2] = car.plus();
}
