#ifndef GUARDED_H
#define GUARDED_H
struct Guarded {
    int value;
};
#include "inner/relative.h"
#endif
