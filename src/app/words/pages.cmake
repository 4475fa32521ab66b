# Writes all manual pages of PROGRAM to FOLDER/man1 and man5; a page of a command in Python only where that is
# installed.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER}/man1 ${FOLDER}/man5)
execute_process(COMMAND ${PROGRAM} complete "" OUTPUT_VARIABLE names COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "\t[^\n]*\n" ";" names "${names}")
execute_process(COMMAND ${PROGRAM} manual OUTPUT_FILE ${FOLDER}/man1/skerry.1 COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${PROGRAM} manual config OUTPUT_FILE ${FOLDER}/man5/skerry-config.5
                COMMAND_ERROR_IS_FATAL ANY)
foreach(name ${names})
  set(page ${FOLDER}/man1/skerry-${name}.1)
  execute_process(COMMAND ${PROGRAM} manual ${name} OUTPUT_FILE ${page} ERROR_QUIET RESULT_VARIABLE code)
  if(code)
    file(REMOVE ${page})
  endif()
endforeach()
