# Copyright Spack Project Developers. See COPYRIGHT file for details.
#
# SPDX-License-Identifier: (Apache-2.0 OR MIT)

from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Skerry(CMakePackage):
    """An MPI-distributed island-model optimizer for puzzles: each rank evolves some islands, and the
    result depends on config and seed only, not on the number of ranks or on interruptions."""

    # There is no public release yet: `spack dev-build skerry@main` builds the sources in the
    # current folder. With a release come its homepage, url and version with a checksum.
    version("main")

    license("MIT")

    depends_on("c", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")

    depends_on("mpi")
    depends_on("hdf5@1.10:+hl")
    depends_on("libyaml")
    depends_on("libcsv")
    depends_on("jansson")
    depends_on("libmd")
    depends_on("cbc@2.10:")
    depends_on("clp")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define("SKERRY_NATIVE", False),  # Spack's compilers set the target
            self.define("BUILD_TESTING", False),
            # A parallel HDF5 includes mpi.h.
            self.define("CMAKE_C_COMPILER", self.spec["mpi"].mpicc),
        ]

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_install(self):
        Executable(self.prefix.bin.skerry)("list")
