in=$(cat)
text() { printf '%s' "$in" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
iteration=$(printf '%s' "$in" | sed -n 's/.*"iteration":\([0-9]*\).*/\1/p')
id=$(text clientId)
base=$(text baseDirectory)
output=$(text outputDirectory)
transfer=$(text transferDirectory)
cache=$(text cacheDirectory)
