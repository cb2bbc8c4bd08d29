/* The extension: buffers in, a job run without the GIL, nothing kept. Arguments were checked in Python (words.py packs
 * the structs); here only what could make the loops leave their buffers is checked again. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <time.h>

#include "_solver.h"
#include "jobs.h"

enum { MOST_BUFFERS = 10 };

/* The buffers of one call, released together. */
typedef struct {
    Py_buffer view[MOST_BUFFERS];
    int count;
} buffers_t;

static void release(buffers_t *buffers) {
    while (buffers->count) PyBuffer_Release(&buffers->view[--buffers->count]);
}

/* A contiguous buffer of exactly `items` items of `size` bytes, or NULL with an error set. */
static void *take(buffers_t *buffers, PyObject *object, size_t items, size_t size, int writable) {
    Py_buffer *view = &buffers->view[buffers->count];
    if (PyObject_GetBuffer(object, view, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) < 0) return NULL;
    buffers->count++;
    if ((size_t)view->len != items * size) {
        PyErr_Format(PyExc_ValueError, "a buffer of %zd bytes where %zu were due", view->len, items * size);
        return NULL;
    }
    if (items && (uintptr_t)view->buf % (size < 8 ? size : 8)) {
        PyErr_SetString(PyExc_ValueError, "a buffer is not aligned");
        return NULL;
    }
    return items ? view->buf : view; /* never NULL: an empty buffer is no error */
}

/* The same, with as many items as there are; their number is stored. */
static void *take_all(buffers_t *buffers, PyObject *object, size_t size, int writable, size_t *items) {
    Py_ssize_t length = PyObject_Size(object);
    PyObject *view = length < 0 ? NULL : PyMemoryView_FromObject(object);
    PyObject *bytes = view ? PyObject_GetAttrString(view, "nbytes") : NULL;
    *items = bytes ? PyLong_AsSize_t(bytes) / size : 0;
    Py_XDECREF(bytes);
    Py_XDECREF(view);
    return PyErr_Occurred() ? NULL : take(buffers, object, *items, size, writable);
}

static double now(void) {
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Runs a loop over all items, `grain` at a time: the cancel flag is looked at after each, Ctrl-C every 20 ms. True when
 * done, false when cancelled. */
static PyObject *run(void (*loop)(const void *, size_t, size_t), const void *job, size_t items, size_t grain,
                     const volatile unsigned char *cancel) {
    PyThreadState *thread = PyEval_SaveThread();
    double looked = now();
    int interrupted = 0;
    size_t from = 0;
    while (from < items && !*cancel && !interrupted) {
        size_t to = items - from < grain ? items : from + grain;
        loop(job, from, to);
        from = to;
        double time = now();
        if (time - looked < 0.02 && time >= looked) continue;
        PyEval_RestoreThread(thread);
        interrupted = PyErr_CheckSignals() < 0;
        thread = PyEval_SaveThread();
        looked = now();
    }
    PyEval_RestoreThread(thread);
    return interrupted ? NULL : PyBool_FromLong(from >= items);
}

static const path_t *path_of(int pdep) {
#if defined(__x86_64__)
    if (pdep) return &kernel_pdep;
#endif
    (void)pdep;
    return &kernel_portable;
}

static PyObject *has_pdep(PyObject *self, PyObject *none) {
    (void)self, (void)none;
#if defined(__x86_64__)
    /* The first two Zen generations have the instruction in slow microcode. */
    __builtin_cpu_init();
    return PyBool_FromLong(__builtin_cpu_supports("bmi2") && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2"));
#else
    Py_RETURN_FALSE;
#endif
}

static PyObject *playouts(PyObject *self, PyObject *args) {
    int pdep;
    PyObject *table, *policy, *start, *hands, *aims, *firsts, *won, *cancel;
    unsigned long long seed, first_world;
    Py_ssize_t worlds, repeats;
    if (!PyArg_ParseTuple(args, "pOOOOOOnnKKOO:playouts", &pdep, &table, &policy, &start, &hands, &aims, &firsts,
                          &worlds, &repeats, &seed, &first_world, &won, &cancel))
        return NULL;
    (void)self;
    buffers_t b = {.count = 0};
    PyObject *result = NULL;
    playouts_t job = {.repeats = (size_t)repeats, .seed = seed, .first_world = first_world};
    const table_t *given_table = take(&b, table, 1, sizeof(table_t), 0);
    const policy_t *given_policy = given_table ? take(&b, policy, 1, sizeof(policy_t), 0) : NULL;
    job.start = given_policy ? take(&b, start, 1, sizeof(position_t), 0) : NULL;
    job.firsts = job.start ? take_all(&b, firsts, sizeof(cards_t), 0, &job.count_firsts) : NULL;
    if (!job.firsts) goto end;
    job.table = *given_table;
    job.policy = *given_policy;
    if (hands != Py_None) {
        size_t words;
        job.hands = take_all(&b, hands, sizeof(cards_t), 0, &words);
        if (!job.hands) goto end;
        job.width = worlds > 0 ? words / (size_t)worlds : 0;
    }
    if (job.table.seats < 2 || job.table.seats > MOST_SEATS || job.start->turn >= job.table.seats || worlds < 0 ||
        repeats < 1 || (job.hands && worlds && job.width < job.table.seats)) {
        PyErr_SetString(PyExc_ValueError, "malformed playouts");
        goto end;
    }
    size_t items = (size_t)worlds * job.count_firsts * job.repeats;
    if (aims != Py_None && !(job.aims = take(&b, aims, (size_t)worlds * 2 * job.table.seats, 1, 0))) goto end;
    job.won = take(&b, won, items * job.table.seats, 1, 1);
    const unsigned char *flag = job.won ? take(&b, cancel, 1, 1, 0) : NULL;
    if (flag) result = run(path_of(pdep)->playouts, &job, items, 512, flag);
end:
    release(&b);
    return result;
}

static const game_t *take_game(buffers_t *b, PyObject *object) {
    const game_t *game = take(b, object, 1, sizeof(game_t), 0);
    if (!game) return NULL;
    unsigned dealt = (unsigned)game->seats * game->each, undertakings = game->least_bid ? game->each + 2u : 3;
    int sound = game->seats >= 2 && game->seats <= MOST_SEATS && game->sides <= game->seats &&
                game->each <= MOST_TRICKS && dealt <= count_cards(game->pack) && game->moon <= 1 &&
                game->gift <= game->each;
    if (game->kind == CALLS) {
        unsigned stock = game->least_bid ? 0 : 1u + game->exchanged; /* the turned card, and what a poor hand gets */
        sound = sound && undertakings <= MOST_UNDERTAKINGS && dealt + stock <= count_cards(game->pack);
    }
    for (unsigned i = 0; i < game->seats; i++) sound = sound && game->side_of[i] < game->sides;
    for (unsigned card = 0; card < 64; card++) sound = sound && game->suit[card] < TRUMPS;
    if (sound) return game;
    PyErr_SetString(PyExc_ValueError, "malformed game");
    return NULL;
}

static PyObject *deals(PyObject *self, PyObject *args) {
    int pdep;
    PyObject *game, *points, *won, *cancel;
    unsigned long long seed, first_deal;
    Py_ssize_t items;
    if (!PyArg_ParseTuple(args, "pOnKKOOO:deals", &pdep, &game, &items, &seed, &first_deal, &points, &won, &cancel))
        return NULL;
    (void)self;
    buffers_t b = {.count = 0};
    PyObject *result = NULL;
    deals_t job = {.game = take_game(&b, game), .seed = seed, .first_deal = first_deal};
    if (job.game) job.points = take(&b, points, (size_t)items * job.game->sides, sizeof(int32_t), 1);
    if (job.points) job.won = take(&b, won, (size_t)items * job.game->seats, 1, 1);
    const unsigned char *flag = job.won ? take(&b, cancel, 1, 1, 0) : NULL;
    if (flag) result = run(path_of(pdep)->deals, &job, (size_t)items, 1024, flag);
    release(&b);
    return result;
}

static PyObject *worlds(PyObject *self, PyObject *args) {
    int pdep, counted;
    PyObject *plan, *nodes, *options, *rows, *cancel;
    unsigned long long seed, first_world;
    Py_ssize_t items;
    if (!PyArg_ParseTuple(args, "ppOOOnKKOO:worlds", &pdep, &counted, &plan, &nodes, &options, &items, &seed,
                          &first_world, &rows, &cancel))
        return NULL;
    (void)self;
    buffers_t b = {.count = 0};
    PyObject *result = NULL;
    worlds_t job = {.seed = seed, .first_world = first_world};
    size_t unused;
    const void *given = take(&b, plan, 1, counted ? sizeof(plan_t) : sizeof(chain_t), 0);
    if (!given) goto end;
    if (counted) {
        job.plan = given;
        job.width = job.plan->places;
        job.nodes = take_all(&b, nodes, sizeof(node_t), 0, &unused);
        job.options = job.nodes ? take_all(&b, options, sizeof(option_t), 0, &unused) : NULL;
        if (!job.options) goto end;
    } else {
        job.chain = given;
        job.width = job.chain->places;
    }
    if (job.width > MOST_PLACES) {
        PyErr_SetString(PyExc_ValueError, "malformed plan");
        goto end;
    }
    job.rows = take(&b, rows, (size_t)items * job.width, sizeof(cards_t), 1);
    const unsigned char *flag = job.rows ? take(&b, cancel, 1, 1, 0) : NULL;
    if (flag) result = run(path_of(pdep)->worlds, &job, (size_t)items, counted ? 2048 : 16, flag);
end:
    release(&b);
    return result;
}

static PyObject *surprisals(PyObject *self, PyObject *args) {
    int pdep;
    PyObject *table, *policy, *start, *hands, *plays, *costs, *found, *cancel;
    Py_ssize_t worlds;
    unsigned told;
    if (!PyArg_ParseTuple(args, "pOOOOOnIOOO:surprisals", &pdep, &table, &policy, &start, &hands, &plays, &worlds, &told,
                          &costs, &found, &cancel))
        return NULL;
    (void)self;
    buffers_t b = {.count = 0};
    PyObject *result = NULL;
    surprisals_t job = {.told = told};
    size_t words;
    const table_t *given_table = take(&b, table, 1, sizeof(table_t), 0);
    const policy_t *given_policy = given_table ? take(&b, policy, 1, sizeof(policy_t), 0) : NULL;
    job.start = given_policy ? take(&b, start, 1, sizeof(position_t), 0) : NULL;
    job.hands = job.start ? take_all(&b, hands, sizeof(cards_t), 0, &words) : NULL;
    job.plays = job.hands ? take_all(&b, plays, sizeof(cards_t), 0, &job.count_plays) : NULL;
    job.costs = job.plays ? take(&b, costs, SURPRISE_ROWS * SURPRISE_ROW, sizeof(int32_t), 0) : NULL;
    if (!job.costs) goto end;
    job.table = *given_table;
    job.policy = *given_policy;
    job.width = worlds > 0 ? words / (size_t)worlds : 0;
    int malformed = job.table.seats < 2 || job.table.seats > MOST_SEATS || job.start->turn >= job.table.seats ||
                    job.start->winner >= job.table.seats || worlds < 0 || (worlds && job.width < job.table.seats);
    for (size_t i = 0; i < job.count_plays; i++) malformed |= !job.plays[i];
    if (malformed) {
        PyErr_SetString(PyExc_ValueError, "malformed surprisals");
        goto end;
    }
    job.found = take(&b, found, (size_t)worlds * job.table.seats, sizeof(int32_t), 1);
    const unsigned char *flag = job.found ? take(&b, cancel, 1, 1, 0) : NULL;
    if (flag) result = run(path_of(pdep)->surprisals, &job, (size_t)worlds, 256, flag);
end:
    release(&b);
    return result;
}

static PyObject *batch(PyObject *self, PyObject *args) {
    int pdep, what;
    PyObject *game, *states, *legal, *turn, *stage, *actions, *bags, *points, *cancel;
    unsigned long long seed, first_deal;
    Py_ssize_t items;
    if (!PyArg_ParseTuple(args, "piOnOOOOOOOKKO:batch", &pdep, &what, &game, &items, &states, &legal, &turn, &stage,
                          &actions, &bags, &points, &seed, &first_deal, &cancel))
        return NULL;
    (void)self;
    buffers_t b = {.count = 0};
    PyObject *result = NULL;
    size_t n = (size_t)items;
    batch_t job = {.game = take_game(&b, game), .what = what, .seed = seed, .first_deal = first_deal};
    if (!job.game || !(job.deals = take(&b, states, n, sizeof(deal_t), 1)) ||
        !(job.legal = take(&b, legal, n, sizeof(uint64_t), 1)) || !(job.turn = take(&b, turn, n, 1, 1)) ||
        !(job.stage = take(&b, stage, n, 1, 1)) || !(job.actions = take(&b, actions, n, 1, 1)) ||
        !(job.bags = take(&b, bags, n * job.game->sides, 1, 1)) ||
        !(job.points = take(&b, points, n * job.game->sides, sizeof(int32_t), 1)))
        goto end;
    for (size_t i = 0; what == BATCH_STEP && i < n; i++) {
        if (!job.legal[i] || (job.actions[i] < 64 && job.legal[i] >> job.actions[i] & 1)) continue;
        PyErr_Format(PyExc_ValueError, "action %d is not legal in deal %zu", (int)job.actions[i], i);
        goto end;
    }
    const unsigned char *flag = take(&b, cancel, 1, 1, 0);
    if (flag) result = run(path_of(pdep)->batch, &job, n, 1024, flag);
end:
    release(&b);
    return result;
}

static PyObject *sizes(PyObject *self, PyObject *none) {
    (void)self, (void)none;
    return Py_BuildValue("{s:n,s:n,s:n,s:n,s:n,s:n,s:n,s:n,s:n}", "table", (Py_ssize_t)sizeof(table_t), "policy",
                         (Py_ssize_t)sizeof(policy_t), "position", (Py_ssize_t)sizeof(position_t), "game",
                         (Py_ssize_t)sizeof(game_t), "deal", (Py_ssize_t)sizeof(deal_t), "plan",
                         (Py_ssize_t)sizeof(plan_t), "node", (Py_ssize_t)sizeof(node_t), "option",
                         (Py_ssize_t)sizeof(option_t), "chain", (Py_ssize_t)sizeof(chain_t));
}

static PyMethodDef methods[] = {
    {"playouts", playouts, METH_VARARGS, NULL}, {"deals", deals, METH_VARARGS, NULL},
    {"worlds", worlds, METH_VARARGS, NULL},     {"batch", batch, METH_VARARGS, NULL},
    {"surprisals", surprisals, METH_VARARGS, NULL},
    {"solve", solve_cards, METH_VARARGS, NULL}, {"sizes", sizes, METH_NOARGS, NULL},        {"has_pdep", has_pdep, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef_Slot slots[] = {{0, NULL}};

static struct PyModuleDef module = {
    .m_base = PyModuleDef_HEAD_INIT, .m_name = "_native", .m_size = 0, .m_methods = methods, .m_slots = slots};

PyMODINIT_FUNC PyInit__native(void) { return PyModuleDef_Init(&module); }
