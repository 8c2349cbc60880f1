echo "$iteration" >> "$cache/steps"
if [ "$iteration" = 2 ]; then
  mkdir "$transfer/folder"
  printf 'from %s' "$id" > "$transfer/file.txt"
  printf 'nested' > "$transfer/folder/part.txt"
fi
received=
if [ "$iteration" = 3 ]; then received=$(cat "$base/to_all.txt"); fi
echo "{\"output\": {\"id\": \"$id\", \"received\": \"$received\"," \
  "\"steps\": $(wc -l < "$cache/steps")}," \
  "\"cache\": {\"step$iteration\": true, \"last\": $iteration}, \"success\": false}"
