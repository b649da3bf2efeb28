// case: binding_without_type
// spec: [dcl.struct.bind]/1 a structured binding has `auto` among its specifiers
// reject: E0203 expected the type of a variable
extern "C" __tile_global__ void test(int* out) {
    int values[1][2] = {{1, 2}};
    for ([a, b] : values) out[0] = a + b;
}
