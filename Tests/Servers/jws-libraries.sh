# Shows a program of the article every .jws of the folder files; what it prints, jws-libraries.py says. The program writes
# the body. The last word that it is given is the file; that of a reader has the path before it.
#
#     jws-libraries.sh library|reader PROGRAM WORD...
set -eu
kind=$1
shift
number=0
for file in files/*.jws; do
    number=$((number + 1))
    path=
    if [ "$kind" = reader ]; then path=$(sed -n "${number}p" files/paths.txt); fi
    if reason=$(sh "$@" ${path:+"$path"} "$file" 2>&1 > body); then
        digest=$(sha256sum < body)
        verdict="ok ${digest%% *}"
    else
        verdict="refused $(echo "$reason" | tr -s '\n\t' '  ')"
    fi
    case $kind in
        library) printf '%s\t%s\t-\n' "${file##*/}" "$verdict" ;;
        reader) printf '%s\t-\t%s\n' "${file##*/}" "$verdict" ;;
    esac
done
