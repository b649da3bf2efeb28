#include "axis.cuh"

void geometry::shift_then_stretch(float *data, int n) {
  apply(data, n, Shift{1});
  apply(data, n, Stretch{10});
}
