// case: incomplete_in_members
// spec: [class.mem.general]
// arg: i32 = 3
// arg: out i32[3]
// expect: [9, 3, 4]
// note: bodies, default arguments and default initialisers see the whole class.
struct Node {
    __tile__ int total(int start = OFFSET) const { return start + later + sizeof(Node) / sizeof(Node); }
    int first = helper();
    Node* next = nullptr;
    int later = 3;
    static constexpr int OFFSET = 5;
    __tile__ static int helper() { return OFFSET - 1; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Node a;
    Node b;
    a.next = &b;
    b.later = n;
    out[0] = a.next->total();
    out[1] = a.next->later;
    out[2] = b.first;
}
