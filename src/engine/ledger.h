/* The ledger: rows of the last generations, kept by each rank until rank 0 asks for
 * them. */
#ifndef SKERRY_ENGINE_LEDGER_H
#define SKERRY_ENGINE_LEDGER_H

#include "comm.h"
#include "observer.h"

/* Rows are brought to rank 0 at an epoch's end, or when so many generations wait. */
enum { LEDGER_GENERATIONS = 128 };

struct ledger;

/* How a ledger's replicas are shared out. */
struct ledger_plan {
    unsigned islands; /* of an archipelago */
    size_t n_groups;  /* groups of ranks, each with a replica */
    size_t own;       /* islands of this rank */
};

enum status ledger_init(const struct ledger_plan *plan, struct comm *world,
                        struct arena *arena, struct ledger **ledger, struct error *err);

/* Empties it for a replica whose next row is of generation `first`. */
void ledger_begin(struct ledger *ledger, uint32_t replica, uint64_t first);

/* Space for the next generation's rows, one an own island. */
struct row *ledger_next(struct ledger *ledger);
/* When that generation ended: seconds since its replica began. */
void ledger_stamp(struct ledger *ledger, double elapsed_s);

/* Takes the last generation back, and the migration after it, if any. */
void ledger_undo(struct ledger *ledger);

/* Space for what a migration did, one an own island. */
struct migration_row *ledger_migration(struct ledger *ledger, uint64_t epoch);

/* Brings all rows to rank 0, which tells `tell` one report a replica, and empties the
 * ledgers. `tell` runs on rank 0 only; its failure is returned there alone.
 * Collective over world. */
typedef enum status ledger_listener(void *self, const struct report *report,
                                    struct error *err);
enum status ledger_deliver(struct ledger *ledger, ledger_listener *tell, void *self,
                           struct error *told, struct error *err);

#endif
