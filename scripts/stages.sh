# A script's stages and their times. Sourced.

stage_times=()
stage_name=

end_stage() {
  [ -z "$stage_name" ] || stage_times+=("$(printf '%3d:%02d  %s' $((SECONDS / 60)) $((SECONDS % 60)) "$stage_name")")
}

stage() {
  end_stage
  stage_name=$1
  SECONDS=0
  printf '\n== %s\n' "$1"
}

stages_passed() {
  end_stage
  printf '\n== all stages passed; minutes and seconds of each:\n'
  printf '%s\n' "${stage_times[@]}"
}
