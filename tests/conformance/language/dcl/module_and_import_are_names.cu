// case: module_and_import_are_names
// spec: [module.unit]
// arg: out i32[2]
// arg: i32 = 4
// expect: [4, 5]

struct module { int import; };
extern "C" __tile_global__ void test(int* out, int n) {
    module m{n};
    int import = m.import + 1;
    out[0] = m.import;
    out[1] = import;
}
