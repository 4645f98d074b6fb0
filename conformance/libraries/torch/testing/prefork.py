"""A python3 for adapters that runs each script in a child of one process which has imported a module: to import torch costs a second
of CPU, and a test starts dozens of adapters.

    with prefork.python("torch", environment) as python3:  # for VIEWPROOF_PYTHON

The child has the arguments, folder, variables and standard files of who asked, who ends as it ended, by exit status or signal, and
which it does not outlive. What does not begin with the name of a script is run by the interpreter itself."""
import contextlib
import importlib
import marshal
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile

# viewproof gives it to each adapter, and only the start of a process heeds it.
FILL = {"MALLOC_PERTURB_": "165"}


@contextlib.contextmanager
def python(module, environment):
    """[module, variables] -> the path of that python3"""
    with tempfile.TemporaryDirectory() as folder:
        python, here, path = os.path.join(folder, "python3"), os.path.abspath(__file__), os.path.join(folder, "socket")
        with open(python, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\ncase $1 in -*) exec {sys.executable} "$@" ;; esac\nexec {sys.executable} -IS {here} ask {path} "$@"\n')
        os.chmod(python, 0o755)
        # It ends with its standard input; so it does if we are killed.
        with subprocess.Popen([sys.executable, here, "serve", path, module], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              env={**environment, **FILL}) as server:
            if not server.stdout.readline():
                raise RuntimeError(f"prefork: {module} cannot be imported")
            yield python


def ask(path, *words):
    """[socket, script, arguments] -> its exit status, below 0 for a signal"""
    with socket.socket(socket.AF_UNIX) as server:
        server.connect(path)
        socket.send_fds(server, [b"!"], [0, 1, 2])
        server.sendall(marshal.dumps([list(words), os.getcwd(), dict(os.environ)]))
        return int(server.recv(20) or 127)


def serve(path, module):
    """[socket, module]: until standard input ends. In a child it returns what to run."""
    importlib.import_module(module)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path)
        server.listen()
        print("ready", flush=True)
        while 0 not in select.select([server, 0], [], [])[0]:
            asked = server.accept()[0]
            if not os.fork():
                return become(asked)
            asked.close()
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
    with contextlib.suppress(ChildProcessError):
        while os.wait():
            pass
    sys.exit()


def become(asked):
    """[connection]: is the process that was asked for, of which another tells the end. -> its script"""
    files = socket.recv_fds(asked, 1, 3)[1]
    with asked, asked.makefile("rb") as request:
        words, folder, environment = marshal.load(request)
        child = os.fork()
        if child:
            for file in files:
                os.close(file)
            # It ends by itself, or with who asked.
            if asked in select.select([asked, os.pidfd_open(child)], [], [])[0]:
                os.kill(child, signal.SIGKILL)
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            with contextlib.suppress(BrokenPipeError):
                asked.sendall(b"%d" % status)
            os._exit(0)
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = words
    paths = filter(None, environment.get("PYTHONPATH", "").split(":"))
    sys.path[:1] = [os.path.dirname(os.path.abspath(words[0])), *paths]
    return words[0]


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        import runpy
        runpy.run_path(serve(*sys.argv[2:]), run_name="__main__")
    else:
        ended = ask(*sys.argv[2:])
        if ended < 0:
            with contextlib.suppress(OSError):  # SIGKILL has no other.
                signal.signal(-ended, signal.SIG_DFL)
            os.kill(os.getpid(), -ended)
        sys.exit(ended)
