#include "python_worker.h"

#include "clock.h"
#include "interrupt.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

/* "Python" in two alphabets: what is no frame is not taken for one. */
static const uint32_t REQUEST_MAGIC = 0x50795251, REPLY_MAGIC = 0x50795250;

/* How long an interpreter may take to start, on a busy machine with slow disks; how often
 * interrupts are looked for. Both are chosen by hand. */
static const double START_S = 120, POLL_S = 0.05;

/* Bounds the memory of a reply of any length; chosen by hand. */
enum { MOST_REPLY_BYTES = 1 << 28, MOST_PIECES = 3 };

struct request_head {
    uint32_t magic, kind;
    uint64_t rows, seed[2], bytes;
};

struct reply_head {
    uint32_t magic, failed;
    uint64_t number, bytes;
};

static const char *const methods[PYTHON_CALLS] = {
    [PYTHON_HELLO] = "the start of Python",
    [PYTHON_LOAD] = "loading it and making its class",
    [PYTHON_SAMPLE] = "sample",
    [PYTHON_EVALUATE] = "evaluate",
    [PYTHON_CROSSOVER] = "crossover",
    [PYTHON_MUTATE] = "mutate",
    [PYTHON_HEAL] = "heal",
    [PYTHON_IMPROVE] = "improve",
    [PYTHON_DESCRIBE] = "describe",
    [PYTHON_MEASURE] = "measure",
    [PYTHON_VERIFY] = "verify"};

/* A call under way. */
struct calling {
    struct python_worker *worker;
    enum python_call_kind kind; /* of PYTHON_TRY that of the method */
    bool starts;                /* before the run */
    double limit_s, deadline;
};

/* "FILE: in Salesman.evaluate", for errors. */
static const char *place(const struct calling *c, char *text, size_t bytes)
{
    const char *path = c->worker->keys->file.path;
    if (c->kind <= PYTHON_LOAD)
        snprintf(text, bytes, "%.500s: %s", path, methods[c->kind]);
    else
        snprintf(text, bytes, "%.500s: in %s.%s", path, c->worker->name,
                 methods[c->kind]);
    return text;
}

static bool fail_with(const struct calling *c, enum status status, const char *why)
{
    char where[640];
    error_set(&c->worker->failed, status, "%s: %s", place(c, where, sizeof where), why);
    python_process_kill(&c->worker->process);
    return false;
}

static bool fail(const struct calling *c, const char *why)
{
    return fail_with(c, STATUS_FAILED, why);
}

static bool is_late(const struct calling *c)
{
    char why[128];
    snprintf(why, sizeof why, "took more than %g s%s", c->limit_s,
             c->kind == PYTHON_HELLO
                 ? ""
                 : " (expected: less, or a larger python.evaluation_timeout_s)");
    return fail(c, why);
}

/* The other end of the socket is closed. */
static bool is_gone(const struct calling *c)
{
    char words[512], why[560];
    enum status status = python_process_reap(&c->worker->process, words, sizeof words);
    snprintf(why, sizeof why, "%s%s", c->kind == PYTHON_HELLO ? "" : "its process ",
             words);
    return fail_with(c, status, why);
}

/* Waits until the socket is ready. */
static bool await(const struct calling *c, short events)
{
    struct pollfd watched = {.fd = c->worker->process.socket, .events = events};
    for (;;) {
        double left = c->deadline - clock_monotonic_s();
        if (left <= 0)
            return is_late(c);
        if (poll(&watched, 1, (int)(1000 * fmin(left, POLL_S)) + 1) > 0)
            return true;
        /* In a step this may not return. */
        if (interrupt_pending() && c->starts) {
            error_set(&c->worker->failed, STATUS_CUT,
                      "stopped by a limit or signal while %s was being loaded",
                      c->worker->keys->file.path);
            return false;
        }
    }
}

static bool send_all(const struct calling *c, struct iovec *piece, size_t n)
{
    struct msghdr message = {.msg_iov = piece, .msg_iovlen = n};
    while (message.msg_iovlen) {
        ssize_t sent = sendmsg(c->worker->process.socket, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EPIPE)
            return is_gone(c);
        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            return fail(c, strerror(errno));
        if (sent < 0 && !await(c, POLLOUT))
            return false;
        for (size_t left = sent > 0 ? (size_t)sent : 0; message.msg_iovlen;) {
            struct iovec *first = message.msg_iov;
            size_t used = left < first->iov_len ? left : first->iov_len;
            first->iov_base = (char *)first->iov_base + used;
            first->iov_len -= used;
            left -= used;
            if (first->iov_len)
                break;
            message.msg_iov++;
            message.msg_iovlen--;
        }
    }
    return true;
}

static bool receive(const struct calling *c, void *out, size_t n)
{
    for (unsigned char *at = out; n;) {
        ssize_t got = recv(c->worker->process.socket, at, n, 0);
        if (got == 0 || (got < 0 && errno == ECONNRESET))
            return is_gone(c);
        if (got < 0 && errno != EAGAIN && errno != EINTR)
            return fail(c, strerror(errno));
        if (got < 0 && !await(c, POLLIN))
            return false;
        at += got > 0 ? got : 0;
        n -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

/* Python's complaint about the user's code: one line, behind the config's key that it concerns. */
static bool receive_complaint(const struct calling *c, uint64_t key_bytes,
                              uint64_t bytes)
{
    struct error *failed = &c->worker->failed;
    char text[sizeof failed->key + sizeof failed->text];
    if (bytes >= sizeof failed->text || key_bytes > bytes ||
        key_bytes >= sizeof failed->key)
        return fail(c, "sent no reply");
    if (!receive(c, text, (size_t)bytes))
        return false;
    text[bytes] = '\0';
    error_set(failed, STATUS_INPUT, "%s", text + key_bytes);
    memcpy(failed->key, text, (size_t)key_bytes);
    failed->key[key_bytes] = '\0';
    return false;
}

static bool receive_reply(const struct calling *c, const struct python_call *call,
                          uint64_t *number)
{
    struct reply_head head;
    struct pack *reply = &c->worker->reply;
    if (!receive(c, &head, sizeof head))
        return false;
    if (head.magic != REPLY_MAGIC || head.bytes > MOST_REPLY_BYTES)
        return fail(c, "sent no reply");
    if (head.failed)
        return receive_complaint(c, head.number, head.bytes);
    if (number)
        *number = head.number;
    if (call->out && head.bytes != call->out_bytes)
        return fail(c, "sent a reply of another size");
    if (call->out)
        return receive(c, call->out, call->out_bytes);
    pack_clear(reply);
    unsigned char *room = pack_room(reply, (size_t)head.bytes);
    return !head.bytes ||
           (room ? receive(c, room, (size_t)head.bytes) : fail(c, "out of memory"));
}

/* A call of a process that waits for one. */
static bool converse(struct python_worker *worker, const struct python_call *call,
                     double limit_s, uint64_t *number)
{
    bool tries = call->kind == PYTHON_TRY;
    struct calling c = {worker, tries ? (enum python_call_kind)call->rows : call->kind,
                        tries || call->kind <= PYTHON_LOAD, limit_s,
                        clock_monotonic_s() + limit_s};
    struct request_head head = {REQUEST_MAGIC,
                                call->kind,
                                call->rows,
                                {call->seed[0], call->seed[1]},
                                call->part_bytes[0] + call->part_bytes[1]};
    struct iovec piece[MOST_PIECES] = {{&head, sizeof head}};
    for (size_t i = 0; i < 2; i++)
        piece[i + 1] = (struct iovec){(void *)call->part[i], call->part_bytes[i]};
    worker->busy = true;
    bool done = (call->kind == PYTHON_HELLO || send_all(&c, piece, MOST_PIECES)) &&
                receive_reply(&c, call, number);
    worker->busy = false;
    return done;
}

static void pack_text(struct pack *out, const char *text)
{
    pack_blob(out, text ? text : "", text ? strlen(text) : 0);
}

/* The request PYTHON_LOAD. */
static void pack_load(const struct python_keys *keys, struct pack *out)
{
    const struct python_argument *argument = keys->arguments.items;
    const struct python_data *data = keys->files.items;
    pack_text(out, keys->file.path);
    pack_blob(out, keys->file.data, keys->file.bytes);
    pack_text(out, keys->name);
    pack_u64(out, keys->traceback);
    pack_u64(out, keys->arguments.count);
    for (size_t i = 0; i < keys->arguments.count; i++) {
        pack_text(out, argument[i].key);
        pack_text(out, argument[i].value);
    }
    pack_u64(out, keys->files.count);
    for (size_t i = 0; i < keys->files.count; i++) {
        pack_text(out, data[i].key);
        pack_blob(out, data[i].file.data, data[i].file.bytes);
    }
}

/* The reply of PYTHON_LOAD begins with the name of the class. */
static void note_name(struct python_worker *worker)
{
    struct unpack in = unpack_from(worker->reply.data, worker->reply.used);
    struct unpack name = unpack_blob(&in);
    snprintf(worker->name, sizeof worker->name, "%.*s", (int)(name.end - name.at),
             (const char *)name.at);
}

/* Calls each method once; the reply of PYTHON_LOAD stays as it is. */
static bool try_methods(struct python_worker *worker)
{
    char nothing[1];
    for (uint64_t kind = PYTHON_SAMPLE; kind < PYTHON_VERIFY; kind++) {
        const struct python_call call = {
            .kind = PYTHON_TRY, .rows = kind, .out = nothing};
        if (!converse(worker, &call, worker->keys->evaluation_timeout_s, NULL))
            return false;
    }
    return true;
}

static bool start(struct python_worker *worker)
{
    const struct python_call hello = {.kind = PYTHON_HELLO};
    const struct python_call load = {.kind = PYTHON_LOAD,
                                     .rows = !worker->name[0], /* the first time */
                                     .part = {worker->load.data},
                                     .part_bytes = {worker->load.used}};
    python_process_kill(&worker->process);
    if (python_process_start(&worker->process, &worker->failed) ||
        !converse(worker, &hello, START_S, NULL) ||
        !converse(worker, &load, worker->keys->evaluation_timeout_s, NULL))
        return false;
    note_name(worker);
    return try_methods(worker);
}

enum status python_worker_open(struct python_worker *worker,
                               const struct python_keys *keys, struct error *err)
{
    *worker = (struct python_worker){.keys = keys, .process.socket = -1};
    pack_load(keys, &worker->load);
    if (worker->load.lost)
        return error_set(err, STATUS_MEMORY, "no memory for %s", keys->file.path);
    if (!start(worker))
        *err = worker->failed;
    return worker->failed.status;
}

void python_worker_close(struct python_worker *worker)
{
    python_process_kill(&worker->process);
    pack_free(&worker->load);
    pack_free(&worker->reply);
}

bool python_worker_suits(const struct python_worker *worker,
                         const struct python_keys *keys)
{
    struct pack load = {0};
    pack_load(keys, &load);
    bool suits = !worker->failed.status && worker->process.pid && !load.lost &&
                 load.used == worker->load.used &&
                 !memcmp(load.data, worker->load.data, load.used);
    pack_free(&load);
    return suits;
}

bool python_worker_call(struct python_worker *worker, const struct python_call *call,
                        uint64_t *number)
{
    if (worker->failed.status || (worker->busy && !start(worker)))
        return false;
    return converse(worker, call, worker->keys->evaluation_timeout_s, number);
}
