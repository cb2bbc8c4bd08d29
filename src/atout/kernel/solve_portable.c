/* The exact solver for any processor. */
#include "solver.h"

#include "solve_root.h"

int solve_portable(const problem_t *problem, answer_t *answer) { return solve(problem, answer); }
