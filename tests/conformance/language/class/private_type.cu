// case: private_type
// spec: [class.access.general]
// reject: E0317 a private member type is named outside
class Table {
    using Entry = int;

public:
    using Index = int;
};

extern "C" __tile_global__ void test(int* out) { Table::Entry e = 1; *out = e; }
