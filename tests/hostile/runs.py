#!/usr/bin/env python3
"""Runs that meet hostile input and a hostile machine, and what they must never do.

    tests/hostile/runs.py PROGRAM [cases[=N]] [meshes[=N]] [step[=N]] [brep[=N]] [geo[=N]] [streams] [disk]
                                                             default: all, 500 cases, 1000 meshes, 200 of each other file

cases    a case with a few values, lines or bytes changed; meshes: a .msh likewise; step, brep, geo: what Gmsh meshes.
streams  standard streams that are closed, full, or read by nobody.
disk     a disk, and a limit of file sizes, that end in the middle of a run.

Each run ends by itself with status 0, 1 or 2, or with status 3 where a signal asks a long one to stop. No signal ends it.
A refusal says why, in valid UTF-8 without control characters, and leaves no results. Files of others in the output folder
stay as they are. The seed is fixed, so that a failure comes again; its input is kept. tests/kill_runs.sh kills runs, and
tests/hostile/strangers.py connects to runs of several processes.
"""
import csv
import json
import math
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
MESHES = SOURCE / "tests/meshes"
COUNTS = {"cases": 500, "meshes": 1000, "step": 200, "brep": 200, "geo": 200}
SEEDS = {"cases": ["square.msh"],
         "meshes": ["square.msh", "disk_order1_v*.msh", "octant_order1_v*.msh", "disk_order2_v*.msh", "octant_order3_v*.msh",
                    "periodic_2d_v*.msh", "square_partitioned_*.msh"],
         "step": ["*.step"], "brep": ["*.brep"],
         "geo": ["[bhos]*.geo", "c[loy]*.geo", "disk*.geo", "periodic*.geo", "three_conductors.geo"]}  # of few cells
PATIENCE = 20  # s, for runs of milliseconds, and meshes that Gmsh has 10 s for

WAVES = """title: Hostile
physics: maxwell
formulation: TM
units: natural
order: 2
device: cpu
mesh: {file: square.msh, scale: 1}
regions:
  vacuum: {epsilon_r: 2.25, mu_r: 1, sigma: 0.1}
boundaries:
  left: {type: incoming, data: {Ez: "exp(-(t-x-1)^2)", Hy: "-1.5*exp(-(t-x-1)^2)"}}
  right: absorbing
  walls: pec
source: {Ez: "sin(3*t)*exp(-x^2)"}
flux: {alpha: 1}
initial: {Ez: "cos(pi*x/2)*sin(pi*y)"}
time: {final: 0.5, cfl: 1}
output:
  fields: {format: vtu, every: 0.1, names: [Ez]}
  probes: [{name: p, at: [0.1, 0.2], fields: [Ez]}]
  ledger: {every: 0.1}
  checkpoint: {every: 0.2, keep: 2}
"""
ELLIPTIC = """title: Hostile
physics: poisson
units: natural
order: 2
device: cpu
mesh: {file: square.msh, scale: 1}
regions:
  vacuum: {kappa: 3, lambda: 0.5}
boundaries:
  left: {type: dirichlet, value: "sin(x)"}
  right: {type: neumann, value: 1}
  walls: {type: robin, coefficient: 1, value: 0.5}
source: "1 + x*y"
solver: {method: cg, preconditioner: multigrid, operator: auto, tolerance: 1e-8, max_iterations: 50}
output:
  fields: {format: vtu}
"""
VALUES = ["0", "-1", "1e300", "-1e300", "1e-300", "5e-324", "1e999", ".nan", ".inf", "9223372036854775808", "010", "0x10", "yes",
          "null", "~", "''", "[]", "{}", "[1, 2]", "{a: 1}", "'1'", '"1/0"', '"sqrt(-1)"', '"t"', '"x/0"', '"((((1))))"', "*a",
          "&a 1", "!!binary aGk=", "'\\x07'", '"\\u0007\\e[2J"', '"' + "a" * 5000 + '"', "../../etc", "case.yaml", "/dev/zero",
          "/dev/full", ".", "1 m", "3 ns", "1e12", "-0.0", "Ez", "pec", "periodic", "vacuum", "cpu", "cuda:0,0", "11"]


NUMBERS = ["0", "1", "2", "3", "0.3", "7", "10", "1e-3", "1e3", "1e9", "1e-9", "-1", "1e30"]


def mutate_text(text, rng):
    """One to three changes of values, lines and bytes; bytes, as they need not be a text any more."""
    for _ in range(rng.randint(1, 3)):
        lines = text.split("\n")
        at = rng.randrange(len(lines))
        kind = rng.randrange(7)
        if kind <= 2:  # a value; most often a number by another, which the program may well take
            pattern = r"(?<=[:\[,] )[^\s,\]}{\[][^,\]}\n]*" if kind == 0 else r"(?<![\w.])[0-9]+\.?[0-9]*(?![\w.])"
            place = rng.choice(list(re.finditer(pattern, text)) or [re.match("", text)])
            value = rng.choice(VALUES) if kind == 0 else rng.choice(NUMBERS)
            text = text[:place.start()] + value + text[place.end():]
        elif kind == 3:
            del lines[at]
            text = "\n".join(lines)
        elif kind == 4:
            lines.insert(rng.randrange(len(lines)), lines[at])
            text = "\n".join(lines)
        elif kind == 5:
            lines[at] = " " * rng.randint(1, 3) + lines[at]
            text = "\n".join(lines)
        else:
            text = mutate_bytes(text.encode("latin-1"), rng).decode("latin-1")
    return text.encode("latin-1")


def mutate_bytes(data, rng):
    at = rng.randrange(len(data))
    kind = rng.randrange(5)
    if kind == 0:
        return data[:at] + bytes([rng.randrange(256)]) + data[at + 1:]
    if kind == 1:
        return data[:at] + data[at + rng.randint(1, 40):]
    if kind == 2:
        return data[:at] + data[max(0, at - rng.randint(1, 40)):]
    if kind == 3:
        return data[:at] + bytes(rng.randrange(256) for _ in range(rng.randint(1, 8))) + data[at:]
    return data[:at] or data


def mutate_numbers(data, rng):
    """A mesh file or a model with a number changed, two lines swapped, or bytes changed."""
    places = list(re.finditer(rb"(?<![\w.])-?[0-9.]+(?![\w.])", data))
    kind = rng.randrange(7)
    if not places or kind < 2:
        return mutate_bytes(data, rng)
    if kind == 2:
        lines = data.split(b"\n")
        first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[first], lines[second] = lines[second], lines[first]
        return b"\n".join(lines)
    place = rng.choice(places)
    value = rng.choice([b"0", b"-1", b"1e300", b"nan", b"inf", b"4294967296", b"99999999999999999999", b"2", b"7", b"1e-300",
                        str(rng.randint(1, 30)).encode()])
    return data[:place.start()] + value + data[place.end():]


class Failure(Exception):
    pass


def run(program, arguments, **options):
    """The process that has ended, asked to stop where it is long; a Failure where it does not obey."""
    environment = dict(os.environ, OMP_NUM_THREADS="1")
    process = subprocess.Popen([program, *arguments], env=environment, **options)
    try:
        output = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGTERM)
        try:
            output = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Failure("hangs, and does not end when asked to") from None
        if process.returncode not in (3, -signal.SIGTERM):
            raise Failure(f"asked to stop, ended with status {process.returncode}")
    if process.returncode < 0 and process.returncode != -signal.SIGTERM:
        raise Failure(f"ended by {signal.Signals(-process.returncode).name}")
    if process.returncode not in (0, 1, 2, 3, -signal.SIGTERM):
        raise Failure(f"ended with status {process.returncode}")
    return process.returncode, (output[1] or b"")


def check_said(status, said):
    try:
        text = said.decode()
    except UnicodeDecodeError:
        raise Failure("messages are not UTF-8") from None
    strange = re.search(r"[\x00-\x09\x0b-\x1f\x7f]", text)
    if strange:
        raise Failure(f"control character {strange.group(0)!r} in the messages")
    if status in (1, 2) and len(text.strip()) < 20:
        raise Failure(f"status {status} without a message")
    if len(text) > 200_000:
        raise Failure(f"{len(text)} characters of messages")


def check_numbers(results):
    summary = json.loads((results / "summary.json").read_text(), parse_constant=lambda name: Failure(name))
    if summary["outcome"] != "completed":
        raise Failure(f"status 0, outcome {summary['outcome']}")
    for table in results.rglob("*.csv"):
        for row in csv.reader(table.read_text().splitlines()[1:]):
            for value in row:
                try:
                    number = float(value)
                except ValueError:
                    continue
                if not math.isfinite(number):
                    raise Failure(f"status 0 with {value} in {table.name}")


def try_case(program, folder, case, mesh, foreign):
    """Runs the case on the mesh in the folder, in which others have files."""
    results = folder / "results"
    (folder / "case.yaml").write_bytes(case)
    keep = {}
    if foreign:
        results.mkdir()
        for name in ("notes.txt", "fields.old", "probes.txt"):
            (results / name).write_text("mine")
            keep[results / name] = b"mine"
    keep[folder / mesh] = (folder / mesh).read_bytes()
    keep[folder / "case.yaml"] = case
    before = set(folder.rglob("*"))
    status, said = run(program, [str(folder / "case.yaml")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder)
    check_said(status, said)
    for file, content in keep.items():
        if not file.is_file() or file.read_bytes() != content:
            raise Failure(f"{file.name} of others was changed")
    left = {path for path in set(folder.rglob("*")) - before if path != results}
    if status == 2 and left:
        raise Failure(f"refused, yet left {sorted(str(path.relative_to(folder)) for path in left)[:5]}")
    if status == 0 and (results / "summary.json").exists():
        check_numbers(results)
    return status


def on_any_mesh(case, mesh):
    """The case with conditions for whatever the mesh file holds; Gmsh has 10 s and 2 GB."""
    limits = "" if mesh.endswith(".msh") else ", cache: false, limits: {time: 10, memory: 2}"
    scale = "" if mesh.endswith(".step") else ", scale: 1"
    case = re.sub(r"mesh: .*", f"mesh: {{file: {mesh}{scale}{limits}}}", case)
    case = re.sub(r"boundaries:\n(  .*\n)+", "boundaries: {default: %s}\n" %
                  ("pec" if "physics: maxwell" in case else "dirichlet"), case)
    return case.replace("  vacuum:", "  default:")


def mutations(program, kept, what, n):
    rng = random.Random(what)
    statuses, failures = {}, 0
    files = [file for pattern in SEEDS[what] for file in sorted(MESHES.glob(pattern))]
    for number in range(n):
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            file = rng.choice(files)
            case = rng.choice([WAVES, ELLIPTIC] if what in ("cases", "meshes") and "octant" not in file.name else [ELLIPTIC])
            if what == "cases":
                mesh, data, changed = file.name, mutate_text(case, rng), file.read_bytes()
            else:
                mesh = "hostile" + file.suffix
                data, changed = on_any_mesh(case, mesh).encode(), mutate_numbers(file.read_bytes(), rng)
            (folder / mesh).write_bytes(changed)
            try:
                status = try_case(program, folder, data, mesh, foreign=number % 2 == 0)
                statuses[status] = statuses.get(status, 0) + 1
            except Failure as failure:
                failures += 1
                shutil.copytree(folder, kept / f"{what}_{number}")
                print(f"{what} {number}: {failure}; kept in {kept / f'{what}_{number}'}", flush=True)
    print(f"{what}: {n} mutations, {failures} failures; " +
          ", ".join(f"{count} ended with status {status}" for status, count in sorted(statuses.items())))
    return failures


def whole_run(program, folder):
    """The results of a run that nothing disturbs."""
    shutil.copy(MESHES / "square.msh", folder)
    (folder / "case.yaml").write_text(WAVES)
    run(program, [str(folder / "case.yaml"), "--output", str(folder / "whole")], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return folder / "whole"


def tables(results):
    return {table.relative_to(results): table.read_bytes() for table in results.rglob("*.csv")}


def streams(program, kept):
    """Every set of closed streams, a log on a full device, and one that nobody reads, leave the undisturbed tables."""
    failures = 0
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        expected = tables(whole_run(program, folder))
        ways = {" ".join(closed): " ".join(closed) for closed in
                (["<&-"], [">&-"], ["2>&-"], ["<&-", ">&-"], ["<&-", "2>&-"], [">&-", "2>&-"], ["<&-", ">&-", "2>&-"])}
        ways |= {"2>/dev/full": "2>/dev/full", "log read by nobody": "2>&1 | true"}
        for number, (name, redirection) in enumerate(ways.items()):
            results = folder / f"run_{number}"
            command = f'"{program}" "{folder}/case.yaml" --output "{results}" {redirection}'
            try:
                subprocess.run(["bash", "-c", command], timeout=PATIENCE, check=False, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
                if tables(results) != expected:
                    raise Failure("other tables than those of an undisturbed run")
            except (Failure, subprocess.TimeoutExpired) as failure:
                failures += 1
                print(f"streams, {name}: {failure}")
    print(f"streams: {len(ways)} runs, {failures} failures")
    return failures


def disk(program, kept):
    """A limit of file sizes at many places: the run fails with a message, or its tables are whole."""
    failures, statuses = 0, {}
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        expected = tables(whole_run(program, folder))
        largest = max(file.stat().st_size for file in (folder / "whole").rglob("*") if file.is_file())
        sizes = [int(largest * 1.3 * share / 30) for share in range(1, 31)]
        for size in sizes:
            results = folder / f"run_{size}"
            try:
                status, said = run(program, [str(folder / "case.yaml"), "--output", str(results)], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
                statuses[status] = statuses.get(status, 0) + 1
                check_said(status, said)
                if status == 0 and tables(results) != expected:
                    raise Failure("status 0 with other tables")
                if status not in (0, 1):
                    raise Failure(f"status {status}")
            except Failure as failure:
                failures += 1
                print(f"disk, files of at most {size} bytes: {failure}")
        for kilobytes in range(8, 400, 40):
            disk_of_its_own = ["unshare", "--mount", "--map-root-user", "sh", "-c",
                               f"mount -t tmpfs -o size={kilobytes}k none {folder}/whole && exec \"$@\"", "sh"]
            try:
                status, said = run(disk_of_its_own[0], [*disk_of_its_own[1:], program, str(folder / "case.yaml"), "--output",
                                   str(folder / "whole/run")], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                if b"unshare:" in said or b"mount:" in said:
                    print(f"disk: no disk of its own can be had: {said.decode().strip()}")
                    break
                statuses[status] = statuses.get(status, 0) + 1
                check_said(status, said)
                if status not in (0, 1):
                    raise Failure(f"status {status}")
            except Failure as failure:
                failures += 1
                print(f"disk of {kilobytes} kB: {failure}")
    print(f"disk: {sum(statuses.values())} runs, {failures} failures; " +
          ", ".join(f"{count} ended with status {status}" for status, count in sorted(statuses.items())))
    return failures


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    parts = dict(part.partition("=")[::2] for part in sys.argv[2:]) or dict.fromkeys([*COUNTS, "streams", "disk"], "")
    kept = pathlib.Path(tempfile.mkdtemp(prefix="hostile_"))
    failures = 0
    for part, count in parts.items():
        if part in COUNTS:
            failures += mutations(program, kept, part, int(count or COUNTS[part]))
        else:
            failures += {"streams": streams, "disk": disk}[part](program, kept)
    if not any(kept.iterdir()):
        kept.rmdir()
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
