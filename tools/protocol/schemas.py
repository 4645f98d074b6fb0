"""The schemas of conformance/schema/, ready to validate.

valid(name, document)   whether a document is as NAME.schema.json says
faults(name, document)  what is wrong with it, as sentences
loads(text)             JSON; a field that stands there twice is refused
"""
import functools
import json
import pathlib

import jsonschema_rs

FOLDER = pathlib.Path("conformance/schema")  # It is of the repository, or of a test's runfiles.
TEXTS = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.schema.json")}
ROOT = "viewproof:///"


@functools.lru_cache(maxsize=None)
def _validator(name):
    registry = jsonschema_rs.Registry([(ROOT + file, schema) for file, schema in TEXTS.items()])
    file = name + ".schema.json"
    return jsonschema_rs.Draft202012Validator(TEXTS[file], registry=registry, base_uri=ROOT + file)


def valid(name, document):
    return _validator(name).is_valid(document)


def faults(name, document):
    return [f"{'/'.join(map(str, error.instance_path))}: {error.message}"[:300]
            for error in _validator(name).iter_errors(document)]


def loads(text):
    def once(pairs):
        fields = dict(pairs)
        if len(fields) != len(pairs):
            raise ValueError("a field twice")
        return fields

    def refuse(word):
        raise ValueError(word + " is no JSON")

    return json.loads(text, object_pairs_hook=once, parse_constant=refuse)
