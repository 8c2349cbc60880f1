# A script's stages, their times and their processors' times. Sourced.

stage_times=()
stage_name=
stage_processor=0

# Of all that the script waited for.
processor_seconds() { awk -v ticks="$(getconf CLK_TCK)" '{ print int(($16 + $17) / ticks) }' "/proc/$$/stat"; }

minutes() { printf '%3d:%02d' $(($1 / 60)) $(($1 % 60)); }

end_stage() {
  local processor
  processor=$(processor_seconds)
  [ -z "$stage_name" ] || stage_times+=("$(minutes $SECONDS) $(minutes $((processor - stage_processor)))  $stage_name")
  stage_processor=$processor
}

stage() {
  end_stage
  stage_name=$1
  SECONDS=0
  printf '\n== %s\n' "$1"
}

stages_passed() {
  end_stage
  printf '\n== all stages passed; minutes of each, and of all processors in it:\n'
  printf '%s\n' "${stage_times[@]}" "       $(minutes "$stage_processor")  in all"
}
