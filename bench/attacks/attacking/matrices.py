"""Matrices as messages carry them: docs/protocol.md."""

import base64

import numpy as np


def pack(matrix):
    matrix = np.ascontiguousarray(matrix, dtype="<f8")
    rows, columns = matrix.shape
    return {"rows": rows, "columns": columns, "float64": base64.b64encode(matrix.tobytes()).decode("ascii")}


def unpack(packed):
    values = np.frombuffer(base64.b64decode(packed["float64"]), dtype="<f8")
    return values.reshape(packed["rows"], packed["columns"]).astype(float)
