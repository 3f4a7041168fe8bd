#!/usr/bin/env bash
# What only a GPU can show, from an unpacked bundle; each step says how long it took and whether it failed, and so does
# the script. Without names: all steps.
#
#   tests/on_gpu.sh [info agree precision speed counters unstructured products elliptic high_orders output probes
#                    layers poles frequencies latency start memory sanitize races]…
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
out=${OUT:-$(mktemp -d)}
export DGSOLVE_CACHE=$out/cache

# wait_for JOB…: fails where one of them did.
wait_for() {
  local failed=0
  for job in "$@"; do
    wait "$job" || failed=1
  done
  return $failed
}

info() { ./dgsolve info; }

# Against the CPU: every equation, order and precision, half of the cells curved, every type of boundary; every case.
# Against dense matrices: linear algebra.
# In three parts side by side, with as many threads together as there are cores.
agree() {
  local jobs=() status
  for part in 0 1 2; do
    OMP_NUM_THREADS=$(($(nproc) / 3)) GTEST_TOTAL_SHARDS=3 GTEST_SHARD_INDEX=$part \
      ./run_tests --gtest_brief=1 --gtest_filter='*Gpu*:LinearMaps*:LinearAlgebra*' >"$out/agree_$part" 2>&1 &
    jobs+=($!)
  done
  wait_for "${jobs[@]}"
  status=$?
  grep -hE 'FAILED|Failure|SKIPPED|PASSED.*[1-9] test' "$out"/agree_?
  return $status
}

# Tensor cores' single precision against double precision and plain multiply-adds, N = 2 … 8 side by side.
precision() {
  local jobs=() status
  for order in 0 1 2 3 4 5 6; do
    OMP_NUM_THREADS=2 ./run_tests --gtest_filter="Orders/SinglePrecision.*/$order:Orders/EnergyOverManySteps.*/$order" >"$out/precision_$order" &
    jobs+=($!)
  done
  wait_for "${jobs[@]}"
  status=$?
  grep -hE '^N =|FAILED|SKIPPED|PASSED.*[1-9] test' "$out"/precision_?
  return $status
}

# As chosen by an ordinary start.
speed() {
  for precision in double single; do
    ./dgsolve bench --physics maxwell --elements 200000 --order 2..8 --precision $precision --device cuda \
      --json "$out/bench_$precision.json" || return
  done
}

# What holds a stage: a launch's time and its share of each unit's peak. A run without the profiler chooses the variant.
counters() {
  local share=avg.pct_of_peak_sustained
  local metrics=gpu__time_duration.sum,l1tex__throughput.${share}_active,lts__throughput.${share}_elapsed
  metrics+=,gpu__dram_throughput.${share}_elapsed,sm__throughput.${share}_elapsed,sm__inst_issued.${share}_active
  metrics+=,sm__warps_active.${share}_active
  for precision in double single; do
    for order in 2 3 4 5 6 7 8; do
      echo "$precision, N = $order:"
      local bench=(./dgsolve bench --physics maxwell --elements 200000 --order $order --precision $precision --device cuda)
      "${bench[@]}" >"$out/counters"
      ncu --clock-control none --kernel-name regex:straight_stage --launch-skip 20 --launch-count 1 --csv \
        --metrics "$metrics" "${bench[@]}" 2>&1 | grep -oE '("[^"]*",){2}"[^"]*"$'
    done
  done
}

# without_output CASE MESH: a case's text, with its mesh found from anywhere, and nothing written that would be timed too.
without_output() {
  sed -e '/^exact:$/,/^time:/{/^time:/!d}' -e '/^output:/,$d' -e "s|file: $2|file: $PWD/cases/$1/$2|" "cases/$1/case.yaml"
}

# The cavity on a mesh from Gmsh of 526,429 tetrahedra, and on a lattice of about as many, by the same time loop: at
# N = 4 and more the GPU draws all the power it may, and its clock depends on how long it has run.
unstructured() {
  without_output maxwell_cavity_3d cavity.geo >"$out/unstructured.yaml"
  sed "s|file: .*/cavity.geo|file: $PWD/tests/meshes/cube_structured.geo|" "$out/unstructured.yaml" >"$out/structured.yaml"
  for order in 2 4 6; do
    for mesh in 'unstructured {h: 0.0208} 0.03' 'structured {n: 45} 0.1'; do
      read -r kind key value final <<<"$mesh"
      ./dgsolve "$out/$kind.yaml" --device cuda --set order=$order --set "mesh.parameters=$key $value" \
        --set time.final=$final --output "$out/$kind" --quiet || return
      grep -E '"(elements|throughput_gdof_per_s|order|steps)"' "$out/$kind/summary.json"
    done
  done
}

# The operator's forms side by side.
products() {
  for elements in 29478 64000 477000; do
    ./dgsolve bench --physics poisson --order 3 --elements $elements --device cuda || return
  done
}

# About 500,000 and 10 million unknowns of order 3.
elliptic() {
  solve_cube 3 0.058 && solve_cube 3 0.0215
}

# Iterations of high orders on 110,493 tetrahedra; most of the time goes into setting up.
high_orders() {
  for order in 6 7 8; do
    solve_cube $order 0.0357 || return
  done
}

# solve_cube ORDER H
solve_cube() {
  without_output poisson_mms_3d cube.geo >"$out/cube.yaml"
  ./dgsolve "$out/cube.yaml" --device cuda --set order="$1" --set mesh.parameters.h="$2" --set regions.cube.kappa=1 \
    --set 'solver={operator: matrix_free}' --output "$out/cube" --quiet || return
  grep -E '"(order|dofs|iterations|setup_seconds|solve_seconds)"' "$out/cube/summary.json"
  rm -r "$out/cube"
}

# 211,000 tetrahedra of order 4 for 1,600 steps, all fields every 200 of them to memory, and none; in turns.
output() {
  without_output maxwell_cavity_3d cavity.geo >"$out/output.yaml"
  for turn in 1 2 3; do
    for fields in '{}' '{fields: {format: vtkhdf, precision: single, every: 0.08}}'; do
      ./dgsolve "$out/output.yaml" --device cuda --set order=4 --set mesh.parameters.h=0.028 \
        --set "time={final: 0.64, dt: 0.0004}" --set "output=$fields" --output /dev/shm/dgsolve_output --quiet ||
        return
      echo "output $fields:"
      grep -E '"(steps|solve|output)"' /dev/shm/dgsolve_output/summary.json
      rm -rf /dev/shm/dgsolve_output
    done
  done
}

# 211,000 tetrahedra of order 4 for 1,000 steps, with four probes at every step and without; in turns.
probes() {
  without_output maxwell_cavity_3d cavity.geo >"$out/probes.yaml"
  local places='' seconds=()
  for i in 2 4 6 8; do places+="{name: p$i, at: [0.$i, 0.3, 0.5]}, "; done
  for turn in 1 2 3; do
    for probes in '[]' "[$places]"; do
      ./dgsolve "$out/probes.yaml" --device cuda --set order=4 --set mesh.parameters.h=0.028 \
        --set "time={final: 0.4, dt: 0.0004}" --set "output={probes: $probes}" --output "$out/probes" --quiet || return
      seconds+=("$(python3 -c "
import json
seconds = json.load(open('$out/probes/summary.json'))['wall_seconds']
print(seconds['solve'] + seconds['output'])")")
      echo "output.probes: $probes: ${seconds[-1]} s"
    done
  done
  python3 -c "
import sys
seconds = [float(text) for text in sys.argv[1:]]
print(f'four probes at every step cost {100 * (sum(seconds[1::2]) / sum(seconds[::2]) - 1):.2f} %')" "${seconds[@]}"
}

# A box of about 100,000 tetrahedra of order 4 without absorbing layers, with layers in a fifth of them, and with little
# else; 1,000 steps, two turns.
layers() {
  box_case >"$out/box.yaml"
  for precision in double single; do
    for turn in 1 2; do
      run_box "$precision: no layers" $precision 0.0365 1.02 pec &&
        run_box "$precision: layers in a fifth" $precision 0.0365 0.81 '{type: open, layers: 2, thickness: 0.06}' &&
        run_box "$precision: layers but for a slice" $precision 0.05 0.06 '{type: open, layers: 20, thickness: 1}' || return
    done
  done
}

# A box of about 113,000 tetrahedra of order 4 without poles, and with 6 and 15 auxiliaries in a tenth of them; 1,000 steps,
# three turns.
poles() {
  pole_case >"$out/box.yaml"
  for precision in double single; do
    for turn in 1 2 3; do
      run_share "$precision: no poles" $precision &&
        run_share "$precision: a Lorentz pole in a tenth" $precision --set "regions.share.lorentz=[$lorentz_pole]" &&
        run_share "$precision: five Debye poles in a tenth" $precision --set "regions.share.debye=[$debye_poles]" || return
    done
  done
}
lorentz_pole='{delta: 2, frequency: 3, damping: 0.2}'
debye_poles='{delta: 2, tau: 0.3}, {delta: 1, tau: 1}, {delta: 0.5, tau: 3}, {delta: 0.3, tau: 10}, {delta: 0.1, tau: 30}'

# A box with fields that fill it, a share of which is a region of its own.
pole_case() {
  cat <<CASE
physics: maxwell
units: natural
order: 4
mesh: {file: $PWD/tests/meshes/box_with_share.geo, parameters: {h: 0.035, share: 0.091}}
regions: {rest: {epsilon_r: 1}, share: {epsilon_r: 1.5}}
boundaries: {walls: pec}
initial: {Ez: "sin(pi*x)*sin(pi*y)*cos(pi*z)", Hy: "cos(3*x)*sin(5*z)"}
time: {final: 0.4, dt: 0.0004}
CASE
}

# run_share WHAT PRECISION [OPTION…]
run_share() {
  ./dgsolve "$out/box.yaml" --device cuda --quiet --output "$out/box" --set precision="$2" "${@:3}" && print_speed "$1"
}

# The same box with Fourier transforms at 20 frequencies on the surface of the box inside, and without; two turns.
frequencies() {
  box_case >"$out/box.yaml"
  for precision in double single; do
    for turn in 1 2; do
      run_box "$precision: no monitor" $precision 0.0365 1.02 pec &&
        run_box "$precision: 20 frequencies" $precision 0.0365 1.02 pec --set 'monitors=[{name: far, type: far_field, surface:
          inner, frequencies: {from: 2, to: 14, count: 20}, angles: {phi: 0, theta: {from: 0, to: 180, step: 30}}}]' || return
    done
  done
}

# The box with two ends, with fields that fill it.
box_case() {
  cat <<CASE
physics: maxwell
units: natural
order: 4
mesh: {file: $PWD/tests/meshes/box_with_ends.geo}
regions: {"*": {epsilon_r: 1}}
boundaries: {sides: pec, ends: pec}
initial: {Ez: "sin(pi*x)*sin(pi*y)*cos(pi*z)", Hy: "cos(3*x)*sin(5*z)"}
time: {final: 0.4, dt: 0.0004}
CASE
}

# run_box WHAT PRECISION H LENGTH ENDS [OPTION…]
run_box() {
  ./dgsolve "$out/box.yaml" --device cuda --quiet --output "$out/box" --set precision="$2" \
    --set mesh.parameters="{h: $3, length: $4}" --set boundaries.ends="$5" "${@:6}" && print_speed "$1"
}

# print_speed WHAT: of the run in $out/box.
print_speed() {
  python3 -c "
import json, sys
s = json.load(open('$out/box/summary.json'))
print(sys.argv[1] + ':', s['elements'], 'cells,', s['steps'], 'steps in', round(s['wall_seconds']['parts']['steps'], 4), 's,',
      round(s['throughput_gdof_per_s'], 2), 'G fDOF/s')" "$1"
}

latency() { ./dgsolve bench --physics maxwell --elements 1000 --order 4 --device cuda; }

# The first run tunes; the others find its kernels. A context of CUDA's takes part of each.
start() {
  rm -rf "$DGSOLVE_CACHE"
  for run in first second third fourth; do
    python3 -c "
import ctypes, time
cuda, context = ctypes.CDLL('libcuda.so.1'), ctypes.c_void_p()
start = time.time()
status = cuda.cuInit(0), cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
print(f'a context, {status}: {1000 * (time.time() - start):.0f} ms')"
    began=${EPOCHREALTIME/./}
    ./dgsolve cases/maxwell_cavity_3d/case.yaml --device cuda --output "$out/start" 2>&1 | while read -r line; do
      case $line in
      '0.0 %'*) echo "$run run: ready for its first step after $(((${EPOCHREALTIME/./} - began) / 1000)) ms" ;;
      esac
    done || return
    grep '"setup"' "$out/start/summary.json"
  done
}

memory() {
  ./dgsolve bench --physics maxwell --elements 10000000 --order 3 --device cuda &
  local program=$! most=0 used
  while kill -0 $program 2>/dev/null; do
    used=$(nvidia-smi -i "${CUDA_VISIBLE_DEVICES:-0}" --query-gpu=memory.used --format=csv,noheader,nounits)
    most=$((used > most ? used : most))
    sleep 0.2
  done
  echo "most memory held: $most MiB"
  wait $program
}

# Several orders' variants at once; races in them take a process each, below.
sanitize() {
  local stages='*every_variant*maxwell3d_N1_*:*every_variant*maxwell3d_N3_*:*every_variant*maxwell3d_N4_*'
  local others='*powers*maxwell3d_N3_double:Orders/GpuElliptic*3D_N3_double:LinearMaps*:LinearAlgebra*'
  local jobs=() status
  sanitize_with memcheck "$stages:$others" >"$out/memcheck" &
  jobs+=($!)
  sanitize_with initcheck "$stages:$others" >"$out/initcheck" &
  jobs+=($!)
  sanitize_with racecheck "$others" >"$out/racecheck" &
  jobs+=($!)
  wait_for "${jobs[@]}"
  status=$?
  cat "$out"/{mem,init,race}check
  return $status
}
sanitize_with() {
  echo "$1:"
  OMP_NUM_THREADS=4 compute-sanitizer --tool "$1" --error-exitcode 9 ./run_tests --gtest_brief=1 --gtest_filter="$2" 2>&1 |
    grep -v '\b0 tests\b'
}

# Every variant in a process of its own, for a step or two: racecheck is slow. Orders and precisions side by side.
races() {
  local jobs=()
  cat >"$out/races.yaml" <<CASE
physics: maxwell
units: natural
order: 3
mesh: {file: $PWD/tests/meshes/ball_in_box.geo, geometry_order: 2}
regions: {ball: {epsilon_r: 2, sigma: 0.5}, air: {epsilon_r: 1}}
boundaries: {walls: pec, open: absorbing}
initial: {Ez: "exp(-8*(x*x+y*y+z*z))"}
source: {Ez: "sin(3*t)*exp(-4*(x*x+y*y+z*z))"}
time: {final: 0.004}
CASE
  for order in 1 3 4; do
    for precision in double single; do
      races_of $order $precision &
      jobs+=($!)
    done
  done
  wait_for "${jobs[@]}"
}
races_of() {
  local folder=$out/races_$1_$2 failed=0 status variants
  set -- "$1" "$2" "$out/races.yaml" --device cuda --set order=$1 --set precision=$2 --output "$folder"
  # The message names those there are.
  mapfile -t variants < <(DGSOLVE_VARIANT=none ./dgsolve "${@:3}" 2>&1 | grep -o '"[^"]*"' | tr -d '"' |
    grep -E '^(vector|tensor)')
  for variant in "${variants[@]}"; do
    DGSOLVE_VARIANT=$variant compute-sanitizer --tool racecheck --error-exitcode 9 \
      --kernel-regex kns=straight ./dgsolve "${@:3}" >"$folder.log" 2>&1
    status=$?
    echo "status $status, N = $1, $2, $variant: $(grep 'RACECHECK SUMMARY' "$folder.log")"
    [ $status = 0 ] || failed=1
  done
  [ ${#variants[@]} != 0 ] && [ $failed = 0 ]
}

if [ $# = 0 ]; then
  set -- info agree precision speed counters unstructured products elliptic high_orders output probes layers poles frequencies \
    latency start memory sanitize races
fi
failed=0
for step in "$@"; do
  echo "== $step"
  SECONDS=0
  "$step" 2>&1
  status=$?
  echo "== $step: status $status, $SECONDS s"
  [ $status = 0 ] || failed=1
done
exit $failed
