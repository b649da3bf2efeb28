// case: friend_definition_of_another_class
// spec: [class.friend]/6
// reject: E0324 a member is defined in its own class
struct Maker { __tile__ int make() const; };
struct Box {
    friend __tile__ int Maker::make() const { return 1; }
};
extern "C" __tile_global__ void test(int* out) { *out = 1; }
