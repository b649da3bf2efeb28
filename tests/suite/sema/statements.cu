//@ check
__tile_global__ int returns(int* p) { //~ error[E0320]
    return *p;
}
__tile_global__ void breaks(int* p) {
    break; //~ error
}
__tile_global__ void continues(int* p) {
    if (*p) continue; //~ error
}
__tile_global__ void cases(int* p) {
    switch (*p) {
    case 1: *p = 1; break;
    case 2 - 1: *p = 2; break; //~ error
    }
}
__tile__ int value(int x) {
    if (x) return; //~ error
    return 1;
}
__tile_global__ void values(int* p) {
    *p = value(*p);
}
__tile_global__ void constants(int* p) {
    int const x = 4;
    x = 5; //~ error
    *p = x;
}
__tile_global__ void temporaries(int* p) {
    4 = *p; //~ error
}
