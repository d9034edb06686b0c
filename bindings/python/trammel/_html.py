"""Tables for notebooks."""

import html
from typing import Any, List, Sequence

MOST_ROWS = 12


def _cell(value: Any) -> str:
    return html.escape(f"{value:.6g}" if isinstance(value, float) else str(value))


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[Any]], total: int = -1) -> str:
    """A table with a title; of many rows the first, and how many there are."""
    lines: List[str] = [f"<b>{html.escape(title)}</b>", "<table><thead><tr>"]
    lines += [f"<th>{html.escape(name)}</th>" for name in head]
    lines.append("</tr></thead><tbody>")
    for row in list(rows)[:MOST_ROWS]:
        lines.append("<tr>" + "".join(f"<td>{_cell(value)}</td>" for value in row) + "</tr>")
    lines.append("</tbody></table>")
    total = len(rows) if total < 0 else total
    if total > MOST_ROWS:
        lines.append(f"<i>{MOST_ROWS} of {total}</i>")
    return "".join(lines)
