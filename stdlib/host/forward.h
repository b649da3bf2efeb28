// A header of the toolkit whose names are those of the runtime here.
#pragma once

#include <cuda_runtime.h>
