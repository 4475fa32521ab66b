# Writes OUTPUT, a C file with the files of FOLDER/PROBLEM/ for each problem.
cmake_minimum_required(VERSION 3.25)
file(GLOB names RELATIVE ${FOLDER} ${FOLDER}/*/*)
list(SORT names)
set(arrays "")
set(table "")
set(number 0)
foreach(name ${names})
  get_filename_component(problem ${name} DIRECTORY)
  get_filename_component(file ${name} NAME)
  file(READ ${FOLDER}/${name} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "static const unsigned char file_${number}[] = {${bytes}};\n")
  string(APPEND table "    {\"${problem}\", \"${file}\", file_${number}, sizeof file_${number}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT "#include \"init_files.h\"

@arrays@
const struct init_file init_files[] = {
@table@    {NULL, NULL, NULL, 0}};
")
