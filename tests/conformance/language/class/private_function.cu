// case: private_function
// spec: [class.access.general]
// reject: E0317 overload resolution chooses a private function, though a public one would do
class Scale {
    __tile__ int by(int n) const { return n; }

public:
    __tile__ long by(long n) const { return 2 * n; }
};

extern "C" __tile_global__ void test(int* out) { *out = Scale().by(3); }
