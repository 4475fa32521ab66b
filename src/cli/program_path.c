#include "program_path.h"

#include <errno.h>
#include <unistd.h>

bool program_path(char path[PATH_MAX])
{
    ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 1);
    if (n == PATH_MAX - 1) /* it may have been longer */
        errno = ENAMETOOLONG;
    if (n <= 0 || n == PATH_MAX - 1)
        return false;
    path[n] = '\0';
    return true;
}
