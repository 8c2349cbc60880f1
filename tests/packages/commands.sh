#!/bin/sh
# The commands that people use, one after the other, as docs/install.md shows them. In a folder with three tables and test-inputs.
#   commands.sh COMPSPEC COMMAND...: where compspec.json is for the command, and how that is called
set -eu

compspec=$1
shift

for site in north south west; do
  "$@" check $site.tsv > /dev/null
  "$@" summarize $site.tsv --output kept/$site
done
code=0
"$@" check north.tsv north.tsv > /dev/null || code=$?
[ $code = 2 ] # the same persons twice
"$@" look north.tsv
[ -s dsne-look/T1w/index.html ]
"$@" map kept/north/summary.csv kept/south/summary.csv kept/west/summary.csv --output frame.json
"$@" place --frame frame.json --data north.tsv --summary kept/north
[ "$(wc -l < placed/embedding.csv)" -eq "$(wc -l < north.tsv)" ]
# Without a font every letter of the figure is the same empty box, and the figure much smaller than 20 kB.
[ "$(wc -c < placed/embedding.png)" -gt 20000 ]
"$@" simulate --compspec "$compspec" --directory test-inputs --inputspec test-inputs/inputspec.json
[ -s test-inputs/output/local0/simulatorRun/index.html ]
