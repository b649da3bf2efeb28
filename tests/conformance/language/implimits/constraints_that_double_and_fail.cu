// case: constraints_that_double_and_fail
// spec: [temp.constr.normal]
// reject: E0312 of the conjuncts that hold, each is counted once, on 2^30 ways
template <class T> concept A0 = sizeof(T) > 1;
template <class T> concept A1 = (A0<T> && A0<T*>) && (A0<T*> && A0<T>);
template <class T> concept A2 = (A1<T> && A1<T*>) && (A1<T*> && A1<T>);
template <class T> concept A3 = (A2<T> && A2<T*>) && (A2<T*> && A2<T>);
template <class T> concept A4 = (A3<T> && A3<T*>) && (A3<T*> && A3<T>);
template <class T> concept A5 = (A4<T> && A4<T*>) && (A4<T*> && A4<T>);
template <class T> concept A6 = (A5<T> && A5<T*>) && (A5<T*> && A5<T>);
template <class T> concept A7 = (A6<T> && A6<T*>) && (A6<T*> && A6<T>);
template <class T> concept A8 = (A7<T> && A7<T*>) && (A7<T*> && A7<T>);
template <class T> concept A9 = (A8<T> && A8<T*>) && (A8<T*> && A8<T>);
template <class T> concept A10 = (A9<T> && A9<T*>) && (A9<T*> && A9<T>);
template <class T> concept A11 = (A10<T> && A10<T*>) && (A10<T*> && A10<T>);
template <class T> concept A12 = (A11<T> && A11<T*>) && (A11<T*> && A11<T>);
template <class T> concept A13 = (A12<T> && A12<T*>) && (A12<T*> && A12<T>);
template <class T> concept A14 = (A13<T> && A13<T*>) && (A13<T*> && A13<T>);
template <class T> concept A15 = (A14<T> && A14<T*>) && (A14<T*> && A14<T>);
template <class T> concept A16 = (A15<T> && A15<T*>) && (A15<T*> && A15<T>);
template <class T> concept A17 = (A16<T> && A16<T*>) && (A16<T*> && A16<T>);
template <class T> concept A18 = (A17<T> && A17<T*>) && (A17<T*> && A17<T>);
template <class T> concept A19 = (A18<T> && A18<T*>) && (A18<T*> && A18<T>);
template <class T> concept A20 = (A19<T> && A19<T*>) && (A19<T*> && A19<T>);
template <class T> concept A21 = (A20<T> && A20<T*>) && (A20<T*> && A20<T>);
template <class T> concept A22 = (A21<T> && A21<T*>) && (A21<T*> && A21<T>);
template <class T> concept A23 = (A22<T> && A22<T*>) && (A22<T*> && A22<T>);
template <class T> concept A24 = (A23<T> && A23<T*>) && (A23<T*> && A23<T>);
template <class T> concept A25 = (A24<T> && A24<T*>) && (A24<T*> && A24<T>);
template <class T> concept A26 = (A25<T> && A25<T*>) && (A25<T*> && A25<T>);
template <class T> concept A27 = (A26<T> && A26<T*>) && (A26<T*> && A26<T>);
template <class T> concept A28 = (A27<T> && A27<T*>) && (A27<T*> && A27<T>);
template <class T> concept A29 = (A28<T> && A28<T*>) && (A28<T*> && A28<T>);
template <class T> concept A30 = (A29<T> && A29<T*>) && (A29<T*> && A29<T>);
template <A30 T> requires (sizeof(T) > 4)
__tile__ int f(T) { return 7; }
extern "C" __tile_global__ void test(int* out) {
    *out = f(1);
}
