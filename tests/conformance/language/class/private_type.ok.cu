// case: private_type
// spec: [class.access.general]
// accept: the same, corrected
class Table {
    using Entry = int;

public:
    using Index = int;
};

extern "C" __tile_global__ void test(int* out) { Table::Index e = 1; *out = e; }
