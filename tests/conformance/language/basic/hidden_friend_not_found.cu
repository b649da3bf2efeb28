// case: hidden_friend_not_found
// spec: [class.friend]/7
// reject: E0301 a friend defined in the class is found by its arguments only
struct Meters {
    int n;
    friend __tile__ int zero() { return 0; }
};
extern "C" __tile_global__ void test(int* out) { *out = zero(); }
