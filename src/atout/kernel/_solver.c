/* The extension's way to the solver: buffers in, memory for the search, the search without the GIL, a list out. What
 * the search cannot do is refused by solve_root.h; here only what could make it leave its buffers is checked. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdlib.h>
#include <time.h>

#include "_solver.h"
#include "solver.h"

/* When to stop: a flag set by another thread, a time, Ctrl-C. */
typedef struct {
    const volatile unsigned char *cancel;
    double until, looked; /* until 0: no end */
    PyThreadState *thread;
    int interrupted;
} watch_t;

static double now(void) {
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int is_due(void *with) {
    watch_t *watch = with;
    if (*watch->cancel) return 1;
    double time = now();
    if (watch->until != 0 && time >= watch->until) return 1;
    if (time - watch->looked < 0.02 && time >= watch->looked) return 0;
    PyEval_RestoreThread(watch->thread);
    watch->interrupted = PyErr_CheckSignals() < 0;
    watch->thread = PyEval_SaveThread();
    watch->looked = now();
    return watch->interrupted;
}

static PyObject *listed(const answer_t *answer) {
    PyObject *list = PyList_New(0);
    for (unsigned i = 0; list && i < answer->count; i++) {
        const valued_t *v = &answer->values[i];
        PyObject *item = Py_BuildValue("(KKiiO)", (unsigned long long)v->card, (unsigned long long)v->tricks,
                                       (int)v->least, (int)v->most, v->solved ? Py_True : Py_False);
        if (!item || PyList_Append(list, item) < 0) Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

static PyObject *run(int pdep, problem_t *problem, double seconds, const unsigned char *cancel) {
    answer_t answer;
    double start = now();
    watch_t watch = {cancel, seconds > 0 ? start + seconds : 0, start, NULL, 0};
    problem->stop = is_due;
    problem->stop_with = &watch;
    problem->memory = malloc(problem->bytes);
    if (!problem->memory) return PyErr_NoMemory();
    watch.thread = PyEval_SaveThread();
    int outcome;
#if defined(__x86_64__)
    outcome = pdep ? solve_pdep(problem, &answer) : solve_portable(problem, &answer);
#else
    (void)pdep;
    outcome = solve_portable(problem, &answer);
#endif
    PyEval_RestoreThread(watch.thread);
    free(problem->memory);
    if (watch.interrupted) return NULL;
    PyObject *list = listed(&answer);
    if (!list) return NULL;
    return Py_BuildValue("(iKN)", outcome, (unsigned long long)answer.nodes, list);
}

/* solve(pdep, table, position, stakes, worth, broken, bytes, nodes, seconds, cancel) */
PyObject *solve_cards(PyObject *self, PyObject *args) {
    int pdep;
    unsigned char broken;
    Py_buffer table, position, stakes, worth, cancel;
    Py_ssize_t bytes;
    unsigned long long nodes;
    double seconds;
    (void)self;
    if (!PyArg_ParseTuple(args, "py*y*y*y*bnKdy*:solve", &pdep, &table, &position, &stakes, &worth, &broken, &bytes,
                          &nodes, &seconds, &cancel))
        return NULL;
    PyObject *result = NULL;
    table_t t;
    position_t p;
    stakes_t k;
    if (table.len != sizeof t || position.len != sizeof p || stakes.len != STAKES_HEAD || cancel.len != 1) {
        PyErr_SetString(PyExc_ValueError, "malformed problem");
        goto end;
    }
    memcpy(&t, table.buf, sizeof t);
    memcpy(&p, position.buf, sizeof p);
    memcpy(&k, stakes.buf, STAKES_HEAD);
    k.worth = worth.buf;
    if (!is_sound(&t, &p, &k, broken) || (size_t)worth.len != worth_count(&k) * sizeof(int16_t) || bytes < 0) {
        PyErr_SetString(PyExc_ValueError, "malformed problem");
        goto end;
    }
    problem_t problem = {.table = &t, .start = &p, .stakes = &k, .broken = broken, .bytes = (size_t)bytes,
                         .most_nodes = nodes};
    result = run(pdep, &problem, seconds, cancel.buf);
end:
    PyBuffer_Release(&table);
    PyBuffer_Release(&position);
    PyBuffer_Release(&stakes);
    PyBuffer_Release(&worth);
    PyBuffer_Release(&cancel);
    return result;
}
