"""The subjects of campaigns that this repository builds.

MODEL     the model against the reference; on any machine
mutant    the reference with a bug against the reference; on any machine
LIBTORCH  the oracle against reference and model; where .venv stands at this path
UNIVERSE_MODEL, UNIVERSE_LIBTORCH  the same for universe_campaign
"""

load("@environment//:environment.bzl", "ENVIRONMENT")
load("@venv//:venv.bzl", "TORCH_VERSION", "VENV_PYTHON")
load(":campaign.bzl", "subject")

_LIBS = "//fuzz:libraries"

MODEL = subject(
    program = "//fuzz:long_run_anywhere",
    args = ["--no-oracle"],
    libs = _LIBS,
)

UNIVERSE_MODEL = subject(
    program = "//fuzz:enumerate_anywhere",
    args = ["--against", "model"],
    libs = _LIBS,
)

def mutant(name):
    """The reference with a bug.

    Args:
      name: OP:NAME, as of conformance/subjects/mutants.h.

    Returns:
      a subject.
    """
    return subject(
        program = "//fuzz:long_run_anywhere",
        args = ["--mutant", name],
        libs = _LIBS,
    )

def _of_libtorch(program, args):
    return subject(
        program = program,
        args = args,
        environment = ENVIRONMENT,
        python = VENV_PYTHON,
        version = TORCH_VERSION.partition("+")[0],
    )

LIBTORCH = _of_libtorch("//fuzz:long_run", ["--oracle"])

UNIVERSE_LIBTORCH = _of_libtorch("//fuzz:enumerate", ["--against", "libtorch"])
