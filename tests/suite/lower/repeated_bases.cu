//@ run: cpu emulator gpu
//@ arg out: out i32[16]
//@ expect out = 72 78 8 75 97 9 4 36 50 11 1 24 5 6 45 3
// [class.mi]/3: a class may be a base of several bases; a name says of which by its qualifier
// ([class.access.base]/5: the object is converted to the class that names the member).
struct A {
    int a = 1;
    __tile__ int get() const { return a; }
    __tile__ void set(int n) { a = n; }
};
struct B : A {
    int b = 2;
};
struct C : A {
    int c = 3;
};
struct D : B, C {
    __tile__ int s() const { return B::a * 10 + C::a; }
    __tile__ int t() {
        C::a = 5;
        return B::a * 10 + C::a;
    }
    __tile__ int through_functions() {
        this->C::set(6);
        B::set(3);
        return B::get() * 10 + C::get();
    }
};
// The repeated base inside of another object, in memory, and empty.
struct Outer {
    int first = 0;
    D d;
    D more[2];
};
struct Nothing {};
struct Left : Nothing {
    char x;
};
struct Right : Nothing {
    char y;
};
struct Both : Left, Right {};
// A union of the base.
struct U {
    union {
        int u;
        unsigned v;
    };
};
struct U1 : U {};
struct U2 : U {};
struct U3 : U1, U2 {};

template <class T> __tile__ int by(T& object) { return object.T::B::a + object.T::C::a; }

__tile_global__ void kernel(int* out) {
    D d;
    d.B::a = 7;
    d.C::a = 2;
    out[0] = d.s();
    static_cast<C&>(d).a = 8;
    out[1] = d.s();
    out[2] = d.C::a;
    out[3] = d.t();
    D* q = &d;
    q->C::a = 9;
    out[4] = q->C::a * 10 + q->B::a;
    out[5] = static_cast<C&>(d).a;
    Outer o;
    o.d.C::a = 4;
    out[6] = o.d.C::a;
    out[7] = o.d.through_functions();
    // Memory: the index is known to the launch alone.
    D& chosen = o.more[out[6] & 1];
    chosen.C::a = 5;
    chosen.B::a = 0;
    out[8] = chosen.C::a * 10 + chosen.B::a;
    D copy = d;
    copy.B::a = 2;
    out[9] = by(copy);
    Both both;
    out[10] = static_cast<void*>(static_cast<Left*>(&both)) == static_cast<void*>(&both);
    U3 u;
    u.U1::u = 2;
    u.U2::v = 4;
    out[11] = u.U1::u * 10 + int(u.U2::v);
    int C::*member = &C::a;
    d.*member = 5;
    out[12] = d.C::a;
    D assigned;
    assigned = o.d;
    out[13] = assigned.C::a;
    A& left = static_cast<B&>(d);
    A& right = static_cast<C&>(d);
    left.a = 4;
    right.a = 5;
    out[14] = d.B::a * 10 + d.C::a;
    out[15] = int(sizeof(Both)) + (static_cast<Nothing*>(static_cast<Left*>(&both)) != static_cast<Nothing*>(static_cast<Right*>(&both)));
}
