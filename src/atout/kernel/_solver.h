/* The solver's function of the extension. */
#ifndef ATOUT__SOLVER_H
#define ATOUT__SOLVER_H

PyObject *solve_cards(PyObject *self, PyObject *args);

#endif
