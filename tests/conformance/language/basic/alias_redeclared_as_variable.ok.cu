// case: alias_redeclared_as_variable
// spec: [basic.scope.block]
// accept: the same, corrected
extern "C" __tile_global__ void test(int* out) {
    using Index = int;
    struct Offset {};
    // A variable hides a class.
    Index Offset = 1;
    {
        int Index = Offset;
        *out = Index;
    }
}
