/* What the extension knows of the solver: the problem, its answer, and one entry a path. */
#ifndef ATOUT_SOLVER_H
#define ATOUT_SOLVER_H

#include "solve.h"

int solve_portable(const problem_t *problem, answer_t *answer);
#if defined(__x86_64__)
int solve_pdep(const problem_t *problem, answer_t *answer);
#endif

#endif
