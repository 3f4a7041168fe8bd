#!/usr/bin/env python3
"""How the source is laid out: prints figures, and fails where includes run up between rooms or in circles.

    tests/structure.py [FOLDER]        another checkout's, to compare

A room is a folder with sources. Includes between rooms make a graph; it must have no circle, and must follow the order
app, io, solver, then kernels and mesh, which do not know each other.
"""
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
ROOT = ROOT if ROOT.is_dir() else ROOT.parent.parent
MAY_INCLUDE = {"app": {"app", "io", "solver", "kernels", "mesh"}, "io": {"io", "solver", "kernels", "mesh"},
               "solver": {"solver", "kernels", "mesh"}, "kernels": {"kernels"}, "mesh": {"mesh"}}
SOURCES = (".cpp", ".hpp", ".cu", ".cuh", ".in")


def sources():
    """Those that git knows; all but built ones where there is no repository."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files"], capture_output=True, text=True)
    names = (listed.stdout.split("\n") if listed.returncode == 0 else
             [str(path.relative_to(ROOT)) for room in (*MAY_INCLUDE, "tests") for path in (ROOT / room).rglob("*")])
    return [name for name in names if name.endswith(SOURCES) and (ROOT / name).is_file()]


def text_of(name):
    return (ROOT / name).read_text(encoding="utf8", errors="replace")


def includes_between_rooms(names):
    """{(room, room included): files that do}"""
    arrows = collections.defaultdict(list)
    for name in names:
        room = name.rpartition("/")[0]
        for included in re.findall(r'^#include "([^"]+)"', text_of(name), re.M):
            other = included.rpartition("/")[0]
            if other != room and "/" in included and (ROOT / included).is_file():
                arrows[room, other].append(name)
    return arrows


def circles(arrows):
    """Groups of rooms each of which is reached from each other (Tarjan 1972)."""
    reached = collections.defaultdict(set)
    for room, other in arrows:
        reached[room].add(other)
    index, low, stack, found = {}, {}, [], []

    def visit(room):
        index[room] = low[room] = len(index)
        stack.append(room)
        for other in sorted(reached[room]):
            if other not in index:
                visit(other)
                low[room] = min(low[room], low[other])
            elif other in stack:
                low[room] = min(low[room], index[other])
        if low[room] == index[room]:
            group = []
            while not group or group[-1] != room:
                group.append(stack.pop())
            if len(group) > 1:
                found.append(sorted(group))

    for room in sorted(reached):
        if room not in index:
            visit(room)
    return found


def largest_structs(names):
    """Members of structs with public data, the largest first: declarations at one level of braces that end in ';'."""
    sizes = []
    for name in names:
        if not name.endswith((".hpp", ".cuh")):
            continue
        for match in re.finditer(r"^struct (?:alignas\(\d+\) )?(\w+)[^;{]*\{\n(.*?)^\};", text_of(name), re.M | re.S):
            lines = [line for line in match.group(2).split("\n")
                     if re.match(r"  [A-Za-z_].*;", line) and not re.match(r"  (using|static|friend|template)", line)
                     and not re.search(r"\)\s*(const)?( noexcept)?( = \w+)?;", re.sub(r"///.*", "", line).strip())]
            members = sum(1 + re.sub(r"///.*|\{.*?\}|<[^<>]*>|\(.*?\)", "", line).count(",") for line in lines)
            sizes.append((members, match.group(1), name))
    return sorted(sizes, reverse=True)


def longest_functions(names):
    """Bodies that open at the end of a line and close at the same indentation."""
    sizes = []
    for name in names:
        lines = text_of(name).split("\n")
        for first, line in enumerate(lines):
            head = re.match(r"( *)(?!namespace|struct|class|enum|extern|union|if|for|while|switch|else|do|try)\S.*\) ?(const)?(override)?( noexcept)? ?\{$", line)
            if not head or name.endswith(".in") or re.search(r"\[[&=]|\] ?\(|[^=]= |^ *(:|return)", line):
                continue
            end = next((i for i in range(first + 1, len(lines)) if lines[i] == head.group(1) + "}"), None)
            if end is not None:
                sizes.append((end - first + 1, line.strip()[:70], name))
    return sorted(sizes, reverse=True)


def main():
    names = [name for name in sources() if not name.startswith("tests/")]
    arrows = includes_between_rooms(names)
    up = {pair: files for pair, files in arrows.items()
          if pair[1].split("/")[0] not in MAY_INCLUDE.get(pair[0].split("/")[0], set())}
    groups = circles(arrows)
    stems = {name.rpartition(".")[0] for name in sources()}  # a header and its source count once
    folders = collections.Counter(stem.rpartition("/")[0] for stem in stems)
    lengths = sorted(((len(text_of(name).split("\n")) - 1, name) for name in names), reverse=True)
    print("sources directly in a folder, a header with its source as one, the most:", ", ".join(f"{n} {folder}" for folder, n in folders.most_common(5)))
    print("includes that run up between folders:", len(up), *(f"\n  {a} -> {b}: {', '.join(files)}" for (a, b), files in up.items()))
    print("circles between rooms:", len(groups), *("\n  " + ", ".join(group) for group in groups))
    for group in groups:
        for (a, b), files in sorted(arrows.items()):
            if a in group and b in group:
                print(f"    {a} -> {b}: {', '.join(sorted(set(files))[:6])}")
    print("longest files:", ", ".join(f"{n} {name}" for n, name in lengths[:5]))
    print("longest functions:", "; ".join(f"{n} {head} ({name})" for n, head, name in longest_functions(names)[:3]))
    print("largest structs:", ", ".join(f"{n} {struct} ({name})" for n, struct, name in largest_structs(names)[:6]))
    for word in (r"\bn_straight\w*", r"\belliptic \?", r"[.>]elliptic\b", r"\"poisson\"", r"printf|c_str\(\)"):
        print(f"mentions of {word}:", sum(len(re.findall(word, text_of(name))) for name in names))
    print("lines without tests:", sum(n for n, _ in lengths))
    return 1 if up or groups else 0


if __name__ == "__main__":
    sys.exit(main())
