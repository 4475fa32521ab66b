# Writes OUTPUT, a C file that says which commit of SOURCE is built, and which C sources it has; touches it
# only when something has changed.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no
                OUTPUT_VARIABLE changes OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
execute_process(COMMAND git -C ${SOURCE} log -1 --format=%cs
                OUTPUT_VARIABLE day OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit unknown)
elseif(changes)
  string(APPEND commit +)
endif()
file(GLOB_RECURSE sources ${SOURCE}/src/*.[ch] ${SOURCE}/islands/*.[ch])
foreach(source ${sources})
  file(SHA256 ${source} digest)
  string(APPEND digests ${digest})
endforeach()
string(SHA256 build "${digests}")
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT "#include \"version.h\"

const char *skerry_commit(void)
{
    return \"@commit@\";
}

const char *skerry_build(void)
{
    return \"@build@\";
}

const char *skerry_commit_day(void)
{
    return \"@day@\";
}
")
