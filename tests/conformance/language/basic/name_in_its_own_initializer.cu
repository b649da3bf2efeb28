// case: name_in_its_own_initializer
// spec: [basic.scope.pdecl]
// note: a variable is in scope from its declarator on: its initialiser may take its size and address
// arg: i32 = 5
// arg: out i32[4]
// expect: [4, 1, 7, 12]
struct Node {
    Node* self;
    int value;
};
struct Linked {
    Linked const* next;
    int value;
    __tile__ Linked(Linked const* next, int value) : next(next), value(value) {}
};

extern "C" __tile_global__ void test(int n, int* out) {
    long x = 7;
    {
        // Not the size of the `long` outside.
        int x = sizeof(x);
        out[0] = x;
    }
    Node node{&node, n + 2};
    out[1] = node.self == &node;
    out[2] = node.self->value;
    Linked ring(&ring, n + x);
    out[3] = ring.next->next->value;
}
