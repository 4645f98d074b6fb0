"""The wheel holds a program: it is of one platform, and it and its files are installed as they are."""
import pathlib

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Hook(BuildHookInterface):
    def initialize(self, version, build_data):
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-manylinux2014_x86_64"
        build_data["shared_scripts"]["bin/viewproof"] = "viewproof"
        root = pathlib.Path(self.root)
        for path in sorted((root / "share").rglob("*")):
            if path.is_file():
                build_data["shared_data"][str(path)] = str(path.relative_to(root))
