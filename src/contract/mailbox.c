#include "mailbox.h"

#include "pack.h"

void mailbox_send(struct mailbox *mailbox, size_t to, const void *bytes, size_t n)
{
    pack_bytes(&mailbox->out[to], bytes, n);
}

void mailbox_send_all(struct mailbox *mailbox, const void *bytes, size_t n)
{
    for (size_t to = 0; to < mailbox->islands; to++)
        mailbox_send(mailbox, to, bytes, n);
}

void *mailbox_room(struct mailbox *mailbox, size_t to, size_t n)
{
    return pack_room(&mailbox->out[to], n);
}
