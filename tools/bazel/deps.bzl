"""viewproof_deps of a clone; an archive of the release has a file of this name too."""

load(":repositories.bzl", _viewproof_deps = "viewproof_deps")

viewproof_deps = _viewproof_deps
