#!/bin/sh
# Usage: embed.sh HEADER FILE... > files.cc: each file as a text of the program; page.html is kPageHtml.
echo "#include \"$1\""
shift
echo 'namespace viewproof {'
for file; do
  name=$(basename "$file" | sed -E 's/(.)(.*)[.](.)(.*)/\u\1\2\u\3\4/')
  echo "const std::string_view k$name = R\"PAGE("
  cat "$file"
  echo ')PAGE";'
done
echo '}  // namespace viewproof'
