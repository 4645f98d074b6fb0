"""Where a test finds what //tools/cli:beside has: as in a clone that was built."""
import os

VIEWPROOF = os.path.abspath("tools/cli/viewproof")
REFERENCE = os.path.abspath("conformance/subjects/reference_adapter")
BROKEN = os.path.abspath("conformance/sdk/testing/broken_adapter.py")
LISTS = os.path.abspath("conformance/sdk/testing/lists_adapter.py")
SDK = os.path.abspath("conformance/sdk/python")
DEVICES = os.path.abspath("conformance/libraries/torch/testing")
