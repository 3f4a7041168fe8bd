#!/usr/bin/env python3
"""Meshes, scripts and CAD models as people have them: how many run with `dgsolve new` and no edit.

    tests/corpus.py PROGRAM FOLDER [--list FILE] [--reference FILE] [--results FILE] [--jobs N] [--seconds S]

Each file is read or meshed by Debian's Gmsh first, which says what cells it has. Then `dgsolve new` writes a case, and the
case runs in order 1 (or the order of its cells' geometry, which has the linear functions) with a linear exact solution and
`dirichlet` on all boundaries. A file counts as run where the largest error is below 1e-8 of the solution's range.

--list names the files, one a line relative to FOLDER; without it all files in FOLDER are taken. --reference keeps what Gmsh
said, which takes most of the time and changes with no edit of dgsolve. --results takes one line of JSON for each file.
Scripts are programs: those that call others (`SystemCall`) are left out.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

SCRIPTS, CAD = {".geo"}, {".step", ".stp", ".brep", ".igs", ".iges", ".stl"}
KINDS = SCRIPTS | CAD | {".msh"}
# Types of elements in format 2.2: the order of the geometry.
TRIANGLES = {2: 1, 9: 2, 20: 3, 21: 3, 22: 4, 23: 4, 24: 5, 25: 5}
TETRAHEDRA = {4: 1, 11: 2, 29: 3, 30: 4, 31: 5}
LINES_AND_POINTS = {1, 8, 15, 26, 27, 28, 62, 63, 64, 65, 66}
OTHER_SURFACES = {3, 10, 16, 36, 37, 38, 39, 40, 41}
OTHERS = {kind: order for order, kinds in {2: (10, 12, 13, 14, 16, 17, 18, 19), 3: (36, 90, 92, 118), 4: (37, 91, 93, 119)}.items()
          for kind in kinds}
MEMORY = 8  # GB, of each process


def limited(command, folder, seconds):
    """Status and messages of a process that has ended; the status is "hang" where it does not end when asked to."""
    process = subprocess.Popen(["sh", "-c", f'ulimit -v {MEMORY * 10**6}; exec "$@"', "sh", *command], cwd=folder,
                               env=dict(os.environ, OMP_NUM_THREADS="1", DGSOLVE_CACHE=str(folder)), start_new_session=True, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        said = process.communicate(timeout=seconds)[0]
        return process.returncode, said.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        process.terminate()
    try:
        said = process.communicate(timeout=15)[0]
        return "long", said.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return "hang", ""


def cells_of(mesh):
    """Kind of the cells of greatest dimension in a file of format 2.2 in text, their order, their count, origin and size."""
    nodes, counts = {}, collections.Counter()
    used = collections.defaultdict(set)
    with open(mesh, errors="replace") as lines:
        section = ""
        for line in lines:
            if line.startswith("$"):
                section = line.strip()
                next(lines, None) if section in ("$Nodes", "$Elements") else None
            elif section == "$Nodes":
                number, *place = line.split()
                nodes[number] = [float(value) for value in place]
            elif section == "$Elements":
                values = line.split()
                kind = int(values[1])
                counts[kind] += 1
                if kind not in LINES_AND_POINTS:
                    used[kind].update(values[3 + int(values[2]):])
    surfaces = {kind for kind in counts if kind in TRIANGLES or kind in OTHER_SURFACES}
    solids = set(counts) - surfaces - LINES_AND_POINTS
    top = solids or surfaces
    if not top:
        return {"kind": "lines or points only"}
    points = [nodes[number] for kind in top for number in used[kind]]
    low, high = ([bound(point[axis] for point in points) for axis in range(3)] for bound in (min, max))
    size = max(b - a for a, b in zip(low, high))
    shapes = TETRAHEDRA if solids else TRIANGLES
    if not top <= set(shapes):
        kind = "prisms, pyramids, hexahedra or quadrilaterals"
    elif solids:
        kind = "tetrahedra"
    else:
        kind = "triangles" if high[2] - low[2] < 1e-8 * size else "triangles, not in a plane z = constant"
    return {"kind": kind, "order": max(shapes.get(shape, OTHERS.get(shape, 1)) for shape in top), "cells": sum(counts[shape] for shape in top),
            "origin": low, "size": size}


def by_gmsh(file, seconds):
    """What Debian's Gmsh makes of the file."""
    with tempfile.TemporaryDirectory() as place:
        mesh = pathlib.Path(place) / "mesh.msh"
        unit = ["-setstring", "Geometry.OCCTargetUnit", "M"] if file.suffix.lower() in CAD else []  # as dgsolve does
        status, said = limited(["gmsh", str(file), "-0" if file.suffix.lower() == ".msh" else "-3", *unit, "-format", "msh22",
                                "-save_all", "-nt", "1", "-o", str(mesh)], place, seconds)
        error = re.search(r"^Error *: (.*)", said, re.MULTILINE)
        if status != 0 or error or not mesh.exists():
            kind = "not by Gmsh within the limit" if status in ("long", "hang") else "not by Gmsh"
            return {"kind": kind, "why": error.group(1) if error else f"status {status}"}
        try:
            return cells_of(mesh)
        except (ValueError, KeyError, IndexError):
            return {"kind": "not by Gmsh", "why": "its mesh cannot be read"}


def message_class(said):
    """A refusal without what is the file's own: places, names and numbers."""
    log = re.compile(r"(warning|mesh|regions|boundaries|case|device): ")
    line = next((line for line in said.splitlines() if line.strip() and not log.match(line)), "")
    line = re.sub(r"^\S*?[^:\s]*\.\w+:(\d+:)*(\d+:)? ", "", line)
    line = re.sub(r"\S*/\S+", "FILE", line)
    line = re.sub(r"\"[^\"]*\"|'[^']*'|`[^`]*`", "NAME", line)
    return re.sub(r"-?\d[\d.e+-]*", "#", line)[:110]


def by_dgsolve(program, file, reference, seconds):
    """Outcome and message of a new case of the file that is run as it is."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        case = folder / "case.yaml"
        status, said = limited([program, "new", str(file), str(case), "--physics", "poisson"], folder, seconds)
        if status == 0:
            x, y, z = reference.get("origin", [0, 0, 0])
            length = reference.get("size") or 1
            exact = f"((x - ({x!r})) + 2*(y - ({y!r}))" + (f" + 3*(z - ({z!r}))" if reference["kind"] == "tetrahedra" else "")
            settings = {"exact": f"{exact})/{length!r}", "boundaries.default": "dirichlet", "device": "cpu",
                        "order": reference.get("order", 1), "solver.tolerance": 1e-12}
            arguments = [part for key, value in settings.items() for part in ("--set", f"{key}={value}")]
            status, said = limited([program, str(case), "--quiet", "--output", str(folder / "results"), *arguments], folder, seconds)
        if status in ("long", "hang"):
            return status, said[-300:]
        if not isinstance(status, int) or status not in (0, 1, 2, 3) or "terminate called" in said:
            return "crash", f"status {status}: {said[-300:]}"
        if status != 0:
            return "refused", said
        summary = json.loads((folder / "results/summary.json").read_text())
        error = summary["errors"]["u"]["linf"]
        return ("ran", "") if error < 1e-8 else ("inexact", f"error {error:.1e}, {summary['solver']['iterations']} iterations")


def calls_programs(file):
    return file.suffix.lower() in SCRIPTS and b"SystemCall" in file.read_bytes()


def table(results):
    kinds = collections.defaultdict(collections.Counter)
    refusals = collections.defaultdict(list)
    for result in results:
        kinds[result["extension"], result["kind"]][result["outcome"]] += 1
        if result["outcome"] != "ran":
            what = message_class(result["said"]) if result["outcome"] == "refused" else ""
            refusals[result["outcome"], what].append(result)
    outcomes = ["ran", "refused", "inexact", "long", "hang", "crash"]
    print(f"{'':54}" + "".join(f"{outcome:>9}" for outcome in ["files", *outcomes, "share"]))
    for (extension, kind), counts in sorted(kinds.items()):
        total = sum(counts.values())
        print(f"{extension:7}{kind:47}{total:9}" + "".join(f"{counts[outcome]:9}" for outcome in outcomes) +
              f"{counts['ran'] / total:9.1%}")
    for (outcome, what), files in sorted(refusals.items(), key=lambda entry: -len(entry[1])):
        wanted = sum(file["kind"] in ("triangles", "tetrahedra") for file in files)
        print(f"{len(files):5} ({wanted} of simplices) {outcome}: {what}   e.g. {next((f for f in files if f['kind'] in ('triangles', 'tetrahedra')), files[0])['file']}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--list", type=pathlib.Path)
    parser.add_argument("--reference", type=pathlib.Path)
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    program, folder = str(options.program.resolve()), options.folder.resolve()
    if options.list:
        files = [folder / line for line in options.list.read_text().splitlines() if line]
    else:
        files = sorted(file for file in folder.rglob("*") if file.suffix.lower() in KINDS)
    files = [file for file in files if file.is_file() and not calls_programs(file)]
    known = json.loads(options.reference.read_text()) if options.reference and options.reference.exists() else {}

    def one(file):
        name = str(file.relative_to(folder))
        if name not in known:
            known[name] = by_gmsh(file, options.seconds)
        outcome, said = by_dgsolve(program, file, known[name], options.seconds)
        return {"file": name, "extension": file.suffix.lower(), "kind": known[name]["kind"], "outcome": outcome, "said": said}

    results = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool, open(options.results or os.devnull, "w") as lines:
        for result in pool.map(one, files):
            results.append(result)
            print(json.dumps(result), file=lines, flush=True)
    if options.reference:
        options.reference.write_text(json.dumps(known, indent=0))
    table(results)


if __name__ == "__main__":
    main()
