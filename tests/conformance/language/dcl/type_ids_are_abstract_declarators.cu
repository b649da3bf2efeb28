// case: type_ids_are_abstract_declarators
// spec: [dcl.name]
// arg: out i32[6]
// arg: i32 = 4
// expect: [1, 1, 1, 1, 1, 1]

template <class A, class B>
constexpr bool same = __is_same(A, B);

struct S;
using Table = int (*[3])(int);
using Member = int (S::*)(char) const;
using Data = int S::*;
auto trailing() -> int (*)[4];

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = same<Table, int (*[3])(int)> && sizeof(Table) == 3 * sizeof(void*);
    out[1] = same<decltype(trailing()), int (*)[4]>;
    out[2] = same<int(int[3], int()), int(int*, int (*)())>;
    out[3] = same<int(const int), int(int)>;
    out[4] = same<int* const volatile, int* volatile const>;
    out[5] = same<Member, int (S::*)(char) const> && !same<Data, int*>;
}
