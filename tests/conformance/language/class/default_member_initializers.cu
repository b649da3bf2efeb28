// case: default_member_initializers
// spec: [class.mem.general], [dcl.init.aggr]
// arg: i32 = 4
// arg: out i32[6]
// expect: [4, 5, 10, 4, 9, 1]
// note: a default member initialiser sees the members before it and `this`.
struct Chain {
    int a;
    int b = a + 1;
    int c = this->b * 2;
};
struct Self {
    int n = 1;
    Self* me = this;
};
struct Given {
    int x = 3;
    int y = x * x;
    __tile__ Given() = default;
    __tile__ explicit Given(int x) : x(x) {}
};

extern "C" __tile_global__ void test(int n, int* out) {
    Chain chain{n};
    out[0] = chain.a;
    out[1] = chain.b;
    out[2] = chain.c;
    Chain other{1, n};
    out[3] = other.b;
    out[4] = Given().y + (Given(n).y - 16);
    Self self;
    Self brace{};
    out[5] = self.me == &self && brace.me == &brace;
}
