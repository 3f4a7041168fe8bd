"""Runs the Python of io/README.md as printed, on results, and checks what it read.

    python3 run_snippets.py README.md FOLDER

FOLDER/RUN/results, and FOLDER/sweep/build/widths, hold what the program wrote; CHECKS says which snippet reads which run.
Status 77 where Python modules are missing: what needs them is skipped, the rest has run.
"""
import contextlib
import importlib.metadata
import io
import math
import os
import pathlib
import re
import sys

final = {}  # by run: sorted rows x, y, Ez of the last time


def expect(holds, what, found):
    if not holds:
        raise AssertionError(f"{what}: {found}")


def check_fields(run, x, y, Ez, time):
    """The cavity's exact Ez is sin πx sin πy cos √2πt; all formats of one run have the same values."""
    expect(abs(time - 1) < 1e-12, "the last time", time)
    expect(len(x) == len(Ez) > 100 and Ez.ndim == 1, "points", (x.shape, Ez.shape))
    rows = sorted(zip(x.round(9).tolist(), y.round(9).tolist(), Ez.tolist()))
    largest = max(abs(Ez - math.cos(math.sqrt(2) * math.pi) * sines) for (x, y, Ez), sines in
                  ((row, math.sin(math.pi * row[0]) * math.sin(math.pi * row[1])) for row in rows))
    expect(largest < 0.02, "error of Ez", largest)
    for other, theirs in final.items():
        apart = max(abs(a - b) for row, their in zip(rows, theirs, strict=True) for a, b in zip(row, their))
        expect(apart < 1e-12, f"difference of {run} from {other}", apart)
    final[run] = rows


def check_grid(run):
    return lambda v, text: check_fields(run, v["grid"].points[:, 0], v["grid"].points[:, 1], v["grid"]["Ez"], v["time"])


def check_meshio(v, text):
    check_fields("meshio", v["x"], v["y"], v["Ez"], v["mesh"].field_data["TimeValue"][0])
    expect(v["mesh"].field_data["region: vacuum"] == [0], "regions", v["mesh"].field_data)
    expect(v["mesh"].cells[0].type == "VTK_LAGRANGE_TRIANGLE", "cells", v["mesh"])
    # Each cell's corners span its part of [−1, 1]².
    (x0, y0), (x1, y1), (x2, y2) = (v["mesh"].points[v["corners"][:, i], :2].T for i in range(3))
    area = ((x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)).sum() / 2
    expect(abs(area - 4) < 1e-12, "area", area)


def check_hdf5(v, text):
    check_fields("hdf5", v["x"][..., 0].ravel(), v["x"][..., 1].ravel(), v["Ez"].ravel(), v["time"])
    K, Np = v["Ez"].shape
    for line in (f"mesh/node_coordinates ({K}, {Np}, 2) float64", f"snapshots/000010/Ez ({K}, {Np}) float64"):
        expect(line in text, "visititems shows", text)


def check_probe(v, text):
    expect(v["Ez"].shape[1] == 5 and abs(v["time"][-1] - 1) < 1e-12, "shape", v["Ez"].shape)
    for k in range(5):
        exact = math.sin(math.pi * (k - 2) / 4) * math.sin(math.pi / 10) * math.cos(math.sqrt(2) * math.pi)
        expect(abs(v["Ez"][-1, k] - exact) < 0.01, f"Ez at point {k}", (v["Ez"][-1, k], exact))


def check_spectrum(v, text):
    peak = v["frequency"][v["amplitude"][:, 0].argmax()]
    expect(abs(peak - math.sqrt(0.5)) < 0.3, "frequency", peak)  # the record is 1 long


def check_ledger(v, text):
    expect(abs(v["ledger"]["energy"][0] - 0.5) < 1e-3 and abs(v["ledger"]["remainder"]).max() < 1e-6, "ledger", text)


def check_summary(v, text):
    expect(text.startswith("completed 1.0 ") and v["summary"]["errors"]["Ez"]["l2"] < 0.01, "summary", text)


def check_matrix(v, text):
    A, b = v["A"], v["b"]
    expect(A.shape == (b.size, b.size) and abs(A - A.T).max() < 1e-12 * abs(A).max(), "matrix", A.shape)
    key = "matrix"
    if key in final:
        expect((final[key][0] != A).nnz == 0 and (final[key][1] == b).all(), "the other file's", A)
    final[key] = A, b


def check_sweep(v, text):
    lines = [line.split() for line in text.splitlines()]
    expect([line[:2] for line in lines] == [["1", "1"], ["1", "2"], ["2", "1"], ["2", "2"]], "runs", text)
    expect(all(1 < float(line[2]) < 100 for line in lines), "fluxes", text)


# What a snippet contains, the run that it reads, the check of what it has then, and of what it printed.
CHECKS = [
    ("results/fields.pvd", "vtu", check_grid("PyVista, .pvd")),
    ("results/fields.hdf.series", "vtkhdf_series", check_grid("PyVista, .hdf.series")),
    ("results/fields.vtkhdf", "vtkhdf", check_grid("PyVista, .vtkhdf")),
    ("meshio.read(", "vtu", check_meshio),
    ("results/fields.h5", "hdf5", check_hdf5),
    ("results/probes/", "vtu", check_probe),
    ("results/spectra/", "vtu", check_spectrum),
    ("results/ledger.csv", "vtu", check_ledger),
    ("results/summary.json", "vtu", check_summary),
    ("results/matrix.mtx", "matrix", check_matrix),
    ("results/matrix.h5", "matrix", check_matrix),
    ("sweep.csv", "sweep", check_sweep),
]

OLDEST = {"pyvista": (0, 47)}  # the first that reads all that the manual says


def expect_modules(snippet):
    for name, oldest in OLDEST.items():
        if f"import {name}\n" in snippet:
            try:
                version = importlib.metadata.version(name)
            except importlib.metadata.PackageNotFoundError as missing:
                raise ModuleNotFoundError(f"No module named '{name}'") from missing
            if tuple(int(number) for number in version.split(".")[:2]) < oldest:
                raise ModuleNotFoundError(f"{name} {version} is older than {oldest}")


manual, folder = (pathlib.Path(path).resolve() for path in sys.argv[1:])
snippets = re.findall(r"^```python\n(.*?)^```$", manual.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
expect(len(snippets) == len(CHECKS), f"{manual}: one check for each snippet", (len(snippets), len(CHECKS)))
failed = skipped = False
for part, run, check in CHECKS:
    snippet, = (snippet for snippet in snippets if part in snippet)
    os.chdir(folder / run)
    values, printed = {"__name__": "__main__"}, io.StringIO()
    try:
        expect_modules(snippet)
        with contextlib.redirect_stdout(printed):
            exec(compile(snippet, f"{manual}, {part}", "exec"), values)
        check(values, printed.getvalue())
        print(f"{part}: passed")
    except ModuleNotFoundError as missing:
        print(f"{part}: skipped: {missing}")
        skipped = True
    except Exception as error:  # one snippet's; the others run too
        print(f"{part}: {type(error).__name__}: {error}", file=sys.stderr)
        failed = True
sys.exit(1 if failed else 77 if skipped else 0)
