// case: unreached_host_classes
// spec: tile: host code
// accept: nothing in the class is declared for tile code, and no kernel needs it
struct Host {
    std::vector<int> values;
    int sum() { return accumulate(values); }
};
extern "C" __tile_global__ void test(int* out) {
    *out = 1;
}
