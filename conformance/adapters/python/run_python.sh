#!/bin/sh
# run_python.sh PYTHON SCRIPT [ARGUMENT...]: runs a script with the interpreter of .venv.
exec "$@"
