#!/bin/sh
# Kills a run that checkpoints every few steps, again and again, and lets it go on: in the end its results must be
# those, bit by bit, of the run that nobody stopped. On a disk as it is, and on one that writes 10 MB a second.
#
#     tests/kill_runs.sh [KILLS [SIGNAL [PROGRAM]]]      default: 60 KILL build/release/dgsolve
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
kills=${1:-60} signal=${2:-KILL} program=${3:-$root/build/release/dgsolve}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat > "$work/slow_disk.c" <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>
ssize_t write(int file, const void *from, size_t n) {
  ssize_t (*real)(int, const void *, size_t) = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  if (n > 4096) n = 4096;  /* so that a kill may hit the middle */
  usleep(n / 10);
  return real(file, from, n);
}
END
gcc -shared -fPIC -o "$work/slow_disk.so" "$work/slow_disk.c" -ldl

run() {  # [--restart], in a subshell, which becomes the program
  exec env LD_PRELOAD="$preload" OMP_NUM_THREADS=1 "$program" "$root/cases/maxwell_cavity_2d/case.yaml" --quiet --output "$results" \
    --set time.final=20 --set output.fields.every=1 --set 'output.checkpoint={every: 0.04, keep: 2}' "$@"
}
listens() {  # the program is up and takes note of SIGTERM; before, the system ends it
  caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status")
  [ $((0x$caught & 0x4000)) -ne 0 ]
}
summary_but_costs() {
  python3 -c 'import json, sys
summary = json.load(open(sys.argv[1] + "/summary.json"))
for cost in ("wall_seconds", "memory_bytes", "throughput_gdof_per_s"): summary.pop(cost, None)
print(json.dumps(summary, indent=1))' "$1"
}
compare() {
  diff -r --exclude='checkpoints*' --exclude='fields_before*' --exclude=dgsolve_files.txt --exclude=summary.json --exclude=report.html "$work/whole" "$results"
  summary_but_costs "$work/whole" > "$work/expected"
  summary_but_costs "$results" | diff "$work/expected" -
}

preload='' results=$work/whole
(run)
results=$work/results
for disk in fast slow; do
  preload=''
  [ $disk = fast ] || preload=$work/slow_disk.so
  n=0 finished=0 torn=0 restart=''
  while [ $n -lt "$kills" ]; do
    run $restart &
    process=$!
    [ "$signal" = KILL ] || until listens $process; do sleep 0.01; done
    sleep "$(awk -v seed="$n$$" 'BEGIN { srand(seed); print 0.02 + 0.6 * rand() }')"
    kill -"$signal" $process 2> "$work/late" && n=$((n + 1))
    status=0
    wait $process || status=$?
    case $signal.$status in
      *.0) compare; finished=$((finished + 1)); restart=''; rm -rf "$results"; continue ;;
      KILL.137) ;;
      TERM.3 | USR1.3 | INT.3) ;;
      *) echo "$disk disk: the run ended with status $status" >&2; exit 1 ;;
    esac
    ls "$results"/checkpoints/*.tmp > "$work/torn" 2>&1 && torn=$((torn + 1))
    if ls "$results"/checkpoints/*.h5 > "$work/there" 2>&1; then restart=--restart; fi
  done
  (run $restart)
  compare
  rm -rf "$results"
  echo "$disk disk: $n times $signal, $torn in the middle of writing a checkpoint, $((finished + 1)) runs to the end, all the same"
done
