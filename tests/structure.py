#!/usr/bin/env python3
"""How the source is laid out: prints figures, and fails where includes run up between rooms or in circles.

    tests/structure.py [FOLDER]        another checkout's, to compare

A room is a folder with sources. Includes between rooms make a graph; it must have no circle, and must follow the order
app, io, solver, then kernels and mesh, which do not know each other. A unit is a header and the sources that implement it:
that of its stem, and those whose first line says "/// Implements HEADER." No circle may run between units either, and no
source may be without a header, but for programs and for what is compiled at run time.
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


def units_of(names):
    """{file: its unit}, and the sources that have no header."""
    units, stray = {}, []
    for name in names:
        stem, _, ending = name.rpartition(".")
        implemented = re.match(r"/// Implements (\S+)\.hpp\.\n", text_of(name))
        if implemented and (ROOT / (implemented.group(1) + ".hpp")).is_file():
            stem = implemented.group(1)
        elif ending == "cpp" and not text_of(name).startswith("/// Implements <") and stem + ".hpp" not in names and "\nint main(" not in text_of(name):
            stray.append(name)
        units[name] = stem
    return units, stray


def includes_between_units(names):
    """{(unit, unit included): files that do}"""
    units, _ = units_of(names)
    arrows = collections.defaultdict(list)
    for name in names:
        for included in re.findall(r'^#include "([^"]+)"', text_of(name), re.M):
            if included in units and units[included] != units[name]:
                arrows[units[name], units[included]].append(name)
    return arrows


def circles(arrows):
    """Groups of nodes each of which is reached from each other (Tarjan 1972)."""
    reached = collections.defaultdict(set)
    for node, other in arrows:
        reached[node].add(other)
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(reached[node]):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            group = []
            while not group or group[-1] != node:
                group.append(stack.pop())
            if len(group) > 1:
                found.append(sorted(group))

    for node in sorted(reached):
        if node not in index:
            visit(node)
    return found


def text_of_circles(what, groups, arrows):
    lines = [f"circles between {what}: {len(groups)}"]
    for group in groups:
        lines.append("  " + ", ".join(group))
        lines += [f"    {a} -> {b}: {', '.join(sorted(set(files))[:6])}" for (a, b), files in sorted(arrows.items())
                  if a in group and b in group]
    return "\n".join(lines)


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


def code_of(name):
    """Without comments and texts, line by line."""
    blank = lambda match: re.sub(r"[^\n]", "", match.group(0)) or " "
    return re.sub(r'R"(\w*)\(.*?\)\1"|"(\\.|[^"\\\n])*"|\'(\\.|[^\'\\\n])\'|//[^\n]*|/\*.*?\*/|^#.*?(?<!\\)$', blank, text_of(name),
                  flags=re.S | re.M)


def longest_functions(names):
    """From the head to the closing brace: a block outside of other functions that stands behind parentheses and a space."""
    sizes = []
    for name in names:
        if name.endswith(".in"):
            continue
        head, line, outer = "", 1, []  # outer: of each open brace its kind, and the line and text of its head
        for c in code_of(name):
            inside = any(kind == "function" for kind, _, _ in outer)
            if c == "{":
                scope = re.search(r"\b(namespace|struct|class|union|enum|extern)\b[^()]*(alignas\(\d+\) \w+ )?$", head)
                body = not inside and not scope and head.endswith(" ") and "(" in head and not re.search(r"[^=!<>]=[^=]", head)
                outer.append(("function" if body else "scope" if scope else "other", line - head.lstrip().count("\n"), head))
                head = head + c if not body and not scope else ""
            elif c == "}" and outer:
                kind, first, text = outer.pop()
                if kind == "function":
                    sizes.append((line - first + 1, " ".join(text.split())[:70], name))
                head = "" if kind != "other" else head + c
            elif c == ";" and not inside:
                head = ""
            elif not inside:
                head += c
            line += c == "\n"
    return sorted(sizes, reverse=True)


def main():
    sys.setrecursionlimit(10000)
    names = [name for name in sources() if not name.startswith("tests/")]
    arrows = includes_between_rooms(names)
    up = {pair: files for pair, files in arrows.items()
          if pair[1].split("/")[0] not in MAY_INCLUDE.get(pair[0].split("/")[0], set())}
    rooms_in_circles = circles(arrows)
    arrows_of_units = includes_between_units(names)
    units_in_circles = circles(arrows_of_units)
    stray = units_of(names)[1]
    stems = {name.rpartition(".")[0] for name in sources()}  # a header and its source count once
    folders = collections.Counter(stem.rpartition("/")[0] for stem in stems)
    lengths = sorted(((len(text_of(name).split("\n")) - 1, name) for name in names), reverse=True)
    print("sources directly in a folder, a header with its source as one, the most:", ", ".join(f"{n} {folder}" for folder, n in folders.most_common(5)))
    print("includes that run up between folders:", len(up), *(f"\n  {a} -> {b}: {', '.join(files)}" for (a, b), files in up.items()))
    print(text_of_circles("rooms", rooms_in_circles, arrows))
    print(text_of_circles("units", units_in_circles, arrows_of_units))
    print("sources without a header:", len(stray), *(f"\n  {name}" for name in stray))
    print("longest files:", ", ".join(f"{n} {name}" for n, name in lengths[:5]))
    print("longest functions:", "; ".join(f"{n} {head} ({name})" for n, head, name in longest_functions(names)[:3]))
    print("largest structs:", ", ".join(f"{n} {struct} ({name})" for n, struct, name in largest_structs(names)[:6]))
    print("lines without tests:", sum(n for n, _ in lengths))
    return 1 if up or rooms_in_circles or units_in_circles or stray else 0


if __name__ == "__main__":
    sys.exit(main())
