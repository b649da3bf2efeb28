# Tile kernels in a CMake build (3.20 or newer):
#
#     find_package(Tilec CONFIG REQUIRED PATHS tilec/cmake)
#     add_executable(app main.c)
#     tilec_add_kernels(app kernels/scale.cu ARCH sm_90a)
#
# and main.c includes "scale.h", which has the program in it and a function a kernel. The compiler
# is ${TILEC_EXECUTABLE}: the one on the path, or as -DTILEC_EXECUTABLE=... says.

cmake_minimum_required(VERSION 3.20)

find_program(TILEC_EXECUTABLE tilec HINTS ENV TILEC_ROOT PATH_SUFFIXES bin
             DOC "The compiler of CUDA Tile C++")
if(NOT TILEC_EXECUTABLE)
    set(Tilec_FOUND FALSE)
    set(Tilec_NOT_FOUND_MESSAGE "tilec is not on the path: set TILEC_EXECUTABLE")
    return()
endif()
set(Tilec_FOUND TRUE)

set(TILEC_ARCH sm_90a CACHE STRING "The GPU that tilec_add_kernels compiles for without ARCH")

# tilec_add_kernels(<target> <source>...
#                   [EMIT header|ptx|cubin|tir|metadata] [EMBED ptx|cubin] [ARCH <sm>]
#                   [KERNELS <specialisation>...] [INCLUDE_DIRECTORIES <dir>...]
#                   [COMPILE_DEFINITIONS <definition>...] [COMPILE_OPTIONS <option>...]
#                   [OUTPUTS <variable>])
#
# Compiles each source to <binary dir>/<target>.tilec/<name>.<extension>, again when it or a header
# that it reads changes. Headers, the default, become sources of the target, which finds them by
# `#include "<name>.h"`. If there is no such target one is made that builds the outputs. OUTPUTS
# names a variable that is set to their paths.
function(tilec_add_kernels target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "EMIT;EMBED;ARCH;OUTPUTS"
        "KERNELS;INCLUDE_DIRECTORIES;COMPILE_DEFINITIONS;COMPILE_OPTIONS")
    if(NOT arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "tilec_add_kernels(${target}): no sources")
    endif()
    if(NOT arg_EMIT)
        set(arg_EMIT header)
    endif()
    set(extensions_header h)
    set(extensions_ptx ptx)
    set(extensions_cubin cubin)
    set(extensions_tir tir)
    set(extensions_metadata json)
    if(NOT DEFINED extensions_${arg_EMIT})
        message(FATAL_ERROR "tilec_add_kernels(${target}): EMIT ${arg_EMIT} is none of "
                            "header ptx cubin tir metadata")
    endif()
    set(extension "${extensions_${arg_EMIT}}")
    if(NOT arg_ARCH)
        set(arg_ARCH "${TILEC_ARCH}")
    endif()

    set(options -arch=${arg_ARCH} --emit ${arg_EMIT})
    if(arg_EMBED)
        list(APPEND options --embed ${arg_EMBED})
    endif()
    foreach(directory IN LISTS arg_INCLUDE_DIRECTORIES)
        get_filename_component(directory "${directory}" ABSOLUTE)
        list(APPEND options "-I${directory}")
    endforeach()
    foreach(definition IN LISTS arg_COMPILE_DEFINITIONS)
        list(APPEND options "-D${definition}")
    endforeach()
    foreach(kernel IN LISTS arg_KERNELS)
        list(APPEND options "--kernel=${kernel}")
    endforeach()
    list(APPEND options ${arg_COMPILE_OPTIONS})

    set(directory "${CMAKE_CURRENT_BINARY_DIR}/${target}.tilec")
    file(MAKE_DIRECTORY "${directory}")
    set(outputs "")
    foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
        get_filename_component(path "${source}" ABSOLUTE)
        get_filename_component(name "${source}" NAME_WLE)
        set(output "${directory}/${name}.${extension}")
        if(output IN_LIST outputs)
            message(FATAL_ERROR "tilec_add_kernels(${target}): two sources named ${name}")
        endif()
        add_custom_command(
            OUTPUT "${output}"
            COMMAND "${TILEC_EXECUTABLE}" build "${path}" ${options}
                    -MMD -MF "${output}.d" -MT "${output}" -o "${output}"
            DEPENDS "${path}" "${TILEC_EXECUTABLE}"
            DEPFILE "${output}.d"
            COMMENT "Compiling tile kernels ${name}.${extension}"
            VERBATIM)
        list(APPEND outputs "${output}")
    endforeach()

    if(NOT TARGET ${target})
        add_custom_target(${target} ALL DEPENDS ${outputs})
    else()
        target_sources(${target} PRIVATE ${outputs})
        target_include_directories(${target} PRIVATE "${directory}")
        if(arg_EMIT STREQUAL "header")
            target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
        endif()
    endif()
    if(arg_OUTPUTS)
        set(${arg_OUTPUTS} "${outputs}" PARENT_SCOPE)
    endif()
endfunction()
