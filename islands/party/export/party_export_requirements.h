/* The part of a program on the requirements. */
#ifndef SKERRY_PARTY_EXPORT_REQUIREMENTS_H
#define SKERRY_PARTY_EXPORT_REQUIREMENTS_H

#include "party_exporter.h"

/* Needs the columns of the heroes. */
void party_export_requirements(struct party_exporter *x);

#endif
