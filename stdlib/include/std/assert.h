// The C name of <cassert>.
#include <cassert>
