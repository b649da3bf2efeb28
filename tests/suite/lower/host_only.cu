//@ check
// What only host code can have is an error where a kernel reaches it, and nowhere else.

__tile_global__ void allocates(int* p) {
    p = new int(4); //~ error[E0545]
}
__tile_global__ void throws(int* p) {
    if (*p) throw 4; //~ error[E0550]
}
void host(int* p) {
    try {
        if (!p) throw 4;
        goto end;
    } catch (...) {
    }
end:
    delete p;
}
