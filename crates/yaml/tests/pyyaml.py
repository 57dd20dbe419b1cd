"""Reads texts as JSON strings, one a line; prints what PyYAML's safe_load makes of each."""
import datetime
import json
import math
import sys

import yaml


def shown(value, depth=0):
    if depth > 80:
        raise RecursionError
    if value is None:
        return ["null"]
    if isinstance(value, bool):
        return ["bool", value]
    if isinstance(value, int):
        return ["int", str(value)]
    if isinstance(value, float):
        if math.isnan(value):
            return ["float", "nan"]
        return ["float", float(value).hex()]
    if isinstance(value, str):
        return ["str", value]
    if isinstance(value, (datetime.date, datetime.datetime)):
        return ["date"]
    if isinstance(value, bytes):
        return ["bytes"]
    if isinstance(value, set):
        return ["set", [shown(item, depth + 1) for item in value]]
    if isinstance(value, tuple):
        return ["pair", [shown(item, depth + 1) for item in value]]
    if isinstance(value, list):
        return ["list", [shown(item, depth + 1) for item in value]]
    if isinstance(value, dict):
        return ["map", [[shown(k, depth + 1), shown(v, depth + 1)] for k, v in value.items()]]
    raise TypeError(type(value))


print(json.dumps(yaml.__version__), flush=True)
for line in sys.stdin:
    text = json.loads(line)
    try:
        answer = {"value": shown(yaml.load(text, Loader=yaml.SafeLoader))}
    except Exception as error:
        answer = {"error": type(error).__name__ + ": " + str(error).replace("\n", " ")[:200]}
    print(json.dumps(answer), flush=True)
