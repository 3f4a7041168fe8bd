#!/usr/bin/env python3
"""Digests of what runs compute, to show that a change of the program's structure changes no bit.

    tests/digests.py record PROGRAM cpu|cuda FILE.json     every shipped case and three mixed ones
    tests/digests.py record TEST_PROGRAM emulated FILE.json     what the tests of emulated kernels leave in their report
    tests/digests.py compare BEFORE.json AFTER.json        status 1 where a digest differs

On the CPU each case runs with each instruction set, on a GPU with each variant of its kernels and in both precisions;
elliptic cases with each form of their operator. Fields, probes, ledger, and what summary.json says of them are digested.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent
MIXED = {
    "mixed_maxwell_3d": """
physics: maxwell
units: natural
order: 3
mesh: {file: %s/tests/meshes/ball_in_box.geo, parameters: {h: 0.8}, geometry_order: 2}
constants: {f: 1.3, s: 0.4}
regions: {air: {epsilon_r: 1}, ball: {epsilon_r: 2.25, mu_r: 1.5, sigma: 0.3}}
boundaries:
  walls: {type: incoming, data: {Ez: "sin(2*pi*f*(t-x))*exp(-((t-x-1)/s)^2)", Hy: "-sin(2*pi*f*(t-x))*exp(-((t-x-1)/s)^2)"}}
  open: pec
source: {Ex: "exp(-4*(x^2+y^2+z^2))*sin(2*pi*f*t)", Hz: "cos(f*x*t)"}
initial: {Ey: "exp(-3*(x^2+y^2+z^2))"}
time: {final: 0.4}
output: {probes: [{name: inside, at: [0.1, 0.2, -0.1]}, {name: outside, at: [0.9, -0.8, 0.7]}], ledger: {every: 0.05}}
""",
    "mixed_maxwell_te": """
physics: maxwell
formulation: TE
units: natural
order: 4
mesh: {file: %s/cases/advection_rotation/disc.geo, parameters: {h: 0.3}, geometry_order: 3}
regions: {disc: {epsilon_r: "1 + x^2", sigma: 0.1}}
boundaries: {rim: absorbing}
initial: {Hz: "exp(-10*(x^2+y^2))"}
time: {final: 1}
output: {probes: [{name: centre, at: [0.1, 0.1]}], ledger: true}
""",
    "mixed_advection": """
physics: advection
units: natural
order: 3
mesh: {file: %s/cases/advection_rotation/disc.geo, parameters: {h: 0.3}, geometry_order: 2}
regions: {disc: {velocity_x: "-y", velocity_y: x}}
boundaries: {rim: {type: incoming, data: {u: "0.1*sin(t)"}}}
source: {u: "exp(-x^2)*cos(t)"}
initial: {u: "exp(-10*(x^2+y^2))"}
time: {final: 1}
output: {probes: [{name: centre, at: [0.1, 0.1]}]}
""",
}
ELLIPTIC_FORMS = ["matrix_free", "csr", "bsr", "sliced_ell"]


def digest_of(*pieces):
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece if isinstance(piece, bytes) else str(piece).encode())
    return digest.hexdigest()[:20]


def digest_hdf5(path):
    import h5py  # to record only
    import numpy

    pieces = []
    with h5py.File(path) as file:
        file.visititems(lambda name, item: pieces.extend([name, numpy.ascontiguousarray(item[()]).tobytes()])
                        if isinstance(item, h5py.Dataset) and item.dtype.kind in "fiu" else None)
    return digest_of(*pieces)


def digests_of_folder(folder):
    """Of results that hold no time on the wall."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.suffix == ".h5" and "checkpoint" not in name:
            found[name] = digest_hdf5(path)
        elif path.suffix == ".csv" and not name.startswith("spectra"):  # which follow from probes
            found[name] = digest_of(path.read_bytes().split(b"\n", 1)[1])  # numbers, not their names
    summary = json.loads((folder / "summary.json").read_text())
    found["steps"] = summary.get("steps")
    for key in ("dt", "errors", "energy", "fluxes", "ledger"):
        if key in summary:
            found[key] = digest_of(json.dumps(summary[key], sort_keys=True))
    if "solver" in summary:
        solver = {key: value for key, value in summary["solver"].items() if "seconds" not in key and key != "operator"}
        found["solver"] = digest_of(json.dumps(solver, sort_keys=True))
    return found


def run(program, case, folder, device, settings, environment):
    command = [program, case, "--device", device, "--output", folder, "--quiet",
               "--set", "output.fields.format=hdf5", "--set", "output.fields.precision=double"]
    for setting in settings:
        command += ["--set", setting]
    result = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})
    if result.returncode != 0:
        return {"failed": result.stderr.strip()[-300:]}
    return digests_of_folder(pathlib.Path(folder))


def variants_of(program, case, device, precision):
    """The names that a problem's stages go by, as the message about a wrong one lists them, but for that whose bits are a
    library's."""
    result = subprocess.run([program, case, "--check", "--device", device, "--set", f"precision={precision}"],
                            capture_output=True, text=True, env={**os.environ, "DGSOLVE_VARIANT": "?"})
    names = re.findall(r'"([^"]+)"', result.stderr.partition("problem's:")[2])
    return [name for name in names if name != "dense products"]


def jobs_of(program, device, folder):
    """(name, case, settings, environment) of every run."""
    cases = {path.parent.name: path for path in SOURCE.glob("cases/*/case.yaml")}
    for name, text in MIXED.items():
        cases[name] = folder / f"{name}.yaml"
        cases[name].write_text(text % SOURCE)
    for name, path in sorted(cases.items()):
        if "physics: poisson" in path.read_text():
            for form in ELLIPTIC_FORMS:
                yield f"{name}, {form}", path, [f"solver.operator={form}"], {}
            continue
        for precision in ("double", "single"):
            settings = [f"precision={precision}"]
            if device == "cpu":
                for isa in ("baseline", "avx2", "avx512"):
                    yield f"{name}, {precision}, {isa}", path, settings, {"DGSOLVE_ISA": isa}
            else:
                for variant in variants_of(program, path, device, precision):
                    yield f"{name}, {precision}, {variant}", path, settings, {"DGSOLVE_VARIANT": variant}


def properties_of(report):
    """{test: {property: value}} of what tests recorded as digests."""
    found = {}
    for suite in report["testsuites"]:
        for test in suite["testsuite"]:
            digests = {key: value for key, value in test.items() if key.startswith("digest_of_")}
            if digests:
                found[f"{suite['name']}.{test['name']}"] = digests
    return found


def record_tests(program, out):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "--gtest_brief=1", f"--gtest_output=json:{folder}/report.json"], check=True)
        digests = properties_of(json.loads(pathlib.Path(f"{folder}/report.json").read_text()))
    pathlib.Path(out).write_text(json.dumps(digests, indent=1, sort_keys=True) + "\n")
    print(f"digests of {len(digests)} tests")


def record(program, device, out):
    if device == "emulated":
        return record_tests(program, out)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            running = {name: pool.submit(run, program, path, folder / f"results_{number}", device, settings,
                                         {"OMP_NUM_THREADS": "1", **environment})
                       for number, (name, path, settings, environment) in enumerate(jobs_of(program, device, folder))}
            digests = {name: job.result() for name, job in running.items()}
    pathlib.Path(out).write_text(json.dumps(digests, indent=1, sort_keys=True) + "\n")
    failed = [name for name, found in digests.items() if "failed" in found]
    print(f"{len(digests)} runs, {len(failed)} of them failed")
    for name in failed:
        print(f"  {name}: {digests[name]['failed']}")


def compare(before, after):
    first, second = (json.loads(pathlib.Path(name).read_text()) for name in (before, after))
    differing = 0
    for name in sorted(first.keys() | second.keys()):
        ours, theirs = first.get(name), second.get(name)
        if ours == theirs:
            continue
        differing += 1
        parts = [key for key in sorted((ours or {}).keys() | (theirs or {}).keys())
                 if (ours or {}).get(key) != (theirs or {}).get(key)]
        print(f"{name}: {'only before' if theirs is None else 'only after' if ours is None else ', '.join(parts)}")
    print(f"{len(first)} and {len(second)} runs, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    if len(sys.argv) == 5 and sys.argv[1] == "record":
        record(*sys.argv[2:])
    elif len(sys.argv) == 4 and sys.argv[1] == "compare":
        sys.exit(compare(*sys.argv[2:]))
    else:
        sys.exit(__doc__)
