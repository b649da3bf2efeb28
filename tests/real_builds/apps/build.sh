#!/bin/sh
# One program a file, by hand.
set -e
for source in *.cu; do
  ${NVCC:-nvcc} -std=c++20 -O3 --tile-only -arch=sm_90 "$source" -o "${source%.cu}" "$@"
done
