"""check_messages.py SOURCE: every message in docs/troubleshooting.md is one of the program's: it stands in a text of its sources."""

import re
import sys
from pathlib import Path

source = Path(sys.argv[1])
texts = []
for folder in ("src", "cli", "include"):
    for file in (source / folder).rglob("*.[ch]"):
        # texts that the compiler joins
        texts.append(re.sub(r'"\s*\n\s*"', "", file.read_text()))
everything = "\n".join(texts)
page = (source / "docs/troubleshooting.md").read_text()
messages = re.findall(r"^\| `([^`]+)` \|", page, re.M)
missing = [one for one in messages if one not in everything and one.replace('"', '\\"') not in everything]
for one in missing:
    print(f'docs/troubleshooting.md: no message of the program contains "{one}"')
print(f"{len(messages)} messages, {len(missing)} not found")
sys.exit(1 if missing or len(messages) < 20 else 0)
