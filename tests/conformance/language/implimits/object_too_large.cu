// case: object_too_large
// spec: [implimits]
// reject: E0325 no process has so many bytes
struct Table { double entries[1ull << 50]; };
extern "C" __tile_global__ void test(int* out) {
    Table* table = nullptr;
    *out = sizeof(Table) > 4;
}
