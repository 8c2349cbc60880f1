success=false
if [ "$iteration" = 2 ]; then printf 'hello' > "$transfer/to_all.txt"; fi
if [ "$iteration" = 3 ]; then
  success=true
  mkdir "$transfer/joint"
  printf 'map' > "$transfer/joint/map.txt"
fi
got=
if [ "$iteration" != 1 ]; then
  got="$(cat "$base/local0/file.txt"), $(cat "$base/local0/folder/part.txt")"
fi
echo "{\"output\": {\"got\": \"$got\", \"round\": $iteration}, \"cache\": {\"last\": $iteration}," \
  "\"success\": $success}"
