/* The exact solver for x86 processors with BMI2, chosen at run time: it counts and finds cards all the time. */
#if defined(__x86_64__)
#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#else
#pragma GCC target("bmi,bmi2,lzcnt,popcnt")
#endif
#define KERNEL_PDEP 1
#include "solver.h"

#include "solve_root.h"

int solve_pdep(const problem_t *problem, answer_t *answer) { return solve(problem, answer); }
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
