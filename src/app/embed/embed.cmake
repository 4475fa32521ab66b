# Writes OUTPUT, a C file with the files of FOLDER/*/ as a table TABLE (embedded_file.h).
cmake_minimum_required(VERSION 3.25)
file(GLOB names RELATIVE ${FOLDER} ${FOLDER}/*/*)
list(SORT names)
set(arrays "")
set(table "")
set(number 0)
foreach(name ${names})
  get_filename_component(group ${name} DIRECTORY)
  get_filename_component(file ${name} NAME)
  file(READ ${FOLDER}/${name} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "static const unsigned char file_${number}[] = {${bytes}};\n")
  string(APPEND table "    {\"${group}\", \"${file}\", file_${number}, sizeof file_${number}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT "#include \"${TABLE}.h\"

@arrays@
const struct embedded_file ${TABLE}[] = {
@table@    {NULL, NULL, NULL, 0}};
")
