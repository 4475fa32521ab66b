# Copyright Spack Project Developers. See COPYRIGHT file for details.
#
# SPDX-License-Identifier: (Apache-2.0 OR MIT)

from spack_repo.builtin.build_systems.autotools import AutotoolsPackage

from spack.package import *


class Libcsv(AutotoolsPackage):
    """A small library in C that reads and writes CSV."""

    homepage = "https://github.com/rgamble/libcsv"
    url = "https://downloads.sourceforge.net/project/libcsv/libcsv/libcsv-3.0.3/libcsv-3.0.3.tar.gz"

    license("LGPL-2.1-or-later")

    version("3.0.3", sha256="d9c0431cb803ceb9896ce74f683e6e5a0954e96ae1d9e4028d6e0f967bebd7e4")

    depends_on("c", type="build")
