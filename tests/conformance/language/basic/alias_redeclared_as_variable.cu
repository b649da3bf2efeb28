// case: alias_redeclared_as_variable
// spec: [basic.scope.block]
// reject: E0309 an alias cannot be hidden in its own block
extern "C" __tile_global__ void test(int* out) {
    using Index = int;
    int Index = 1;
    *out = 1;
}
