"""run_notebook.py FILE.ipynb...: runs the code cells of notebooks in order, without Jupyter; what a cell ends with must show itself."""

import ast
import json
import sys


def run(path):
    shown, names = [], {"__name__": "__main__"}
    with open(path, encoding="utf-8") as file:
        cells = [cell for cell in json.load(file)["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, 1):
        tree = ast.parse("".join(cell["source"]), f"{path}, code cell {number}")
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"{path}, code cell {number}", "exec"), names)
        if last is None:
            continue
        value = eval(compile(ast.Expression(last.value), f"{path}, code cell {number}", "eval"), names)
        if value is not None:
            page = value._repr_html_() if hasattr(value, "_repr_html_") else repr(value)
            shown.append((type(value).__name__, len(page)))
    return shown


for name in sys.argv[1:]:
    for kind, size in run(name):
        print(kind, size)
