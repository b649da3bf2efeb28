// case: depth_of_growing_packs
// spec: [temp.deduct], [implimits]
// reject: E0417 each return type asks for a call with one argument more
constexpr auto grow = [](auto self, auto... a) -> decltype(self(self, a..., 1)) { return 0; };

extern "C" __tile_global__ void test(int* out) { *out = grow(grow); }
