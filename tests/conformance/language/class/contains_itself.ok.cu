// case: contains_itself
// spec: [class.mem.general]
// accept: the same, corrected
struct Node {
    Node* next;
    int n;
};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Node); }
