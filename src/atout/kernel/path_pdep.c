/* The loops for x86 processors with BMI2, chosen at run time: PDEP finds the k-th card in one instruction. */
#if defined(__x86_64__)
#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#else
#pragma GCC target("bmi,bmi2,lzcnt,popcnt")
#endif
#define KERNEL_PDEP 1
#define PATH kernel_pdep
#include "path.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
