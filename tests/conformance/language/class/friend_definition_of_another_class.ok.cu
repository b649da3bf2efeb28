// case: friend_definition_of_another_class
// spec: [class.friend]/6
// accept: the same, corrected
struct Maker { __tile__ int make() const; };
class Box {
    static constexpr int value = 1;
    friend __tile__ int Maker::make() const;
};
__tile__ int Maker::make() const { return Box::value; }
extern "C" __tile_global__ void test(int* out) { *out = Maker{}.make(); }
